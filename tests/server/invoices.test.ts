import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { readTicket } from '../../server/domain/ticket-issue.ts';
import { readPdf } from '../support/read-pdf.ts';
import { beginPayment, concert, payerDoes, paymentOf } from './support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from './support/test-app.ts';

let app: TestApp;
let ani: TestClient;
let budi: TestClient;
let orderCode: string;
let ticketId: string;

beforeAll(async () => {
  app = await createTestApp({ events: [concert] });
  [ani, budi] = (await app.makeBuyers(2)) as [TestClient, TestClient];
  const payment = await beginPayment(app, ani, concert, 2);
  orderCode = payment.order_code;
  await payerDoes(app, payment.id, 'settlement');
  ticketId = (await paymentOf(ani, concert)).ticket_ids[0] ?? '';
}, 60_000);
afterAll(() => app.close());

function fetchFile(client: TestClient, path: string) {
  return app.fastify.inject({ url: `/api${path}`, headers: { cookie: client.cookie } });
}

describe('an invoice', () => {
  it('is one page that says who paid what for which seats, and adds up', async () => {
    const answer = await fetchFile(ani, `/purchase-history/${orderCode}/invoice`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="invoice-${orderCode}.pdf"`,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const { pages } = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    const [page = ''] = pages;
    const { body } = await ani.call(calls.me);
    for (const text of ['LUNAS', orderCode, 'Konser Senja Jakarta', body.data.name, ani.email]) {
      expect(page).toContain(text);
    }
    const amountAfter = (label: string) => {
      const found = new RegExp(`${label}\\s+(?:Rp([\\d.]+)|Gratis)`).exec(page);
      expect(found, `${label} in: ${page}`).not.toBeNull();
      return Number((found?.[1] ?? '0').replaceAll('.', ''));
    };
    const subtotal = amountAfter('Subtotal');
    expect(subtotal).toBeGreaterThan(0);
    expect(amountAfter('Pajak 10%')).toBe(Math.round(subtotal / 10));
    const { amount } = await paymentOf(ani, concert);
    expect(amountAfter('Total dibayar')).toBe(amount);
    expect(subtotal + amountAfter('Pajak 10%') + amountAfter('Biaya layanan')).toBe(amount);
  });

  it('of somebody else, of an order that is not paid and of none answer the same', async () => {
    const unpaid = await beginPayment(app, budi, concert, 1);
    const texts = await Promise.all(
      [orderCode, 'RTX-NONE', unpaid.order_code].map(async (code) => {
        const answer = await fetchFile(budi, `/purchase-history/${code}/invoice`);
        return [answer.statusCode, answer.body];
      }),
    );
    expect(texts[0]?.[0]).toBe(404);
    expect(new Set(texts.map(String)).size).toBe(1);
  });
});

describe('the PDF of a ticket', () => {
  it('carries a code that a reader of pictures sees, and that the public key proves', async () => {
    const answer = await fetchFile(ani, `/tickets/${ticketId}/pdf`);
    const { pages, qr } = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Konser Senja Jakarta');
    const { keys } = app.services;
    expect(readTicket([keys.ticketPublic], qr ?? '')).toMatchObject({ ticketId });
    const changed = `${qr?.slice(0, 20)}${qr?.[20] === 'A' ? 'B' : 'A'}${qr?.slice(21)}`;
    expect(readTicket([keys.ticketPublic], changed)).toBeNull();
  });
});
