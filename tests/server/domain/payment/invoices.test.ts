import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { readTicket } from '../../../../server/domain/ticket/ticket-issue.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { beginPayment, concert, payerDoes, paymentOf } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

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
});
afterAll(() => app.close());

function fetchFile(client: TestClient, path: string) {
  return app.fastify.inject({ url: `/api${path}`, headers: { cookie: client.cookie } });
}

describe('an invoice', () => {
  it('is one page with buyer, seats and amounts that add up', async () => {
    const answer = await fetchFile(ani, `/purchase-history/${orderCode}/invoice`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="invoice-${orderCode}.pdf"`,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    const pages = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    const page = pages[0]?.text ?? '';
    const { body } = await ani.call(calls.me);
    for (const text of [
      'LUNAS',
      'INV-000001',
      orderCode,
      'Konser Senja Jakarta',
      body.data.name,
      ani.email,
    ]) {
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

  it('of an order that is refunded has its credit note on a page of its own', async () => {
    await app.advance(1);
    const payment = await beginPayment(app, ani, concert, 1);
    await payerDoes(app, payment.id, 'settlement');
    const path = `/purchase-history/${payment.order_code}/invoice`;
    const [before] = await readPdf((await fetchFile(ani, path)).rawPayload);
    await app.advance(3_600);
    await payerDoes(app, payment.id, 'chargeback');
    const [invoice, note, ...more] = await readPdf((await fetchFile(ani, path)).rawPayload);
    expect(more).toEqual([]);
    const paidAt = /Dibayar\s+(.*WIB)/.exec(before?.text ?? '')?.[1];
    expect(paidAt).toBeDefined();
    // The invoice keeps its number and the time of the payment.
    for (const text of ['INV-000002', paidAt!, 'LIHAT NOTA KREDIT']) {
      expect(invoice?.text).toContain(text);
    }
    for (const text of [
      'Nota kredit',
      'CN-000001',
      `INV-000002 · ${payment.order_code}`,
      'Pembayaran disanggah oleh pembayar',
      `Rp${payment.amount.toLocaleString('id-ID')}`,
    ]) {
      expect(note?.text).toContain(text);
    }
    const { body } = await ani.call(calls.purchaseHistory);
    expect(body.data.map(({ order_status, has_invoice }) => [order_status, has_invoice])).toEqual([
      ['refunded', true],
      ['completed', true],
    ]);
  });

  it('of another account, of an unpaid order and of an unknown one get the same response', async () => {
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
  const isOurs = (code: string) => readTicket([app.services.keys.ticketPublic], code);

  it('contains a QR code that a scanner reads and the public key verifies', async () => {
    const answer = await fetchFile(ani, `/tickets/${ticketId}/pdf`);
    const pages = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatchObject({ width: 210, height: 297 });
    expect(pages[0]?.text).toContain('Konser Senja Jakarta');
    const code = pages[0]?.qr ?? '';
    expect(isOurs(code)).toMatchObject({ ticketId });
    const changed = `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`;
    expect(isOurs(changed)).toBeNull();
  });

  it('comes with those of its event in one file, a page each, or for one order alone', async () => {
    const more = await beginPayment(app, ani, concert, 1);
    await payerDoes(app, more.id, 'settlement');
    const [thirdTicket = ''] = (await paymentOf(ani, concert)).ticket_ids;
    const fetchAll = (query = '', client = ani) =>
      fetchFile(client, `/my/tickets/${concert}/pdf${query}`);

    const whole = await fetchAll();
    expect(whole.statusCode).toBe(200);
    expect(whole.headers['content-type']).toBe('application/pdf');
    expect(whole.headers['content-disposition']).toBe(
      `attachment; filename="tickets-${concert}.pdf"`,
    );
    expect(whole.headers['cache-control']).toBe('no-store');
    const pages = await readPdf(whole.rawPayload);
    expect(pages).toHaveLength(3);
    const read = pages.map(({ qr }) => isOurs(qr ?? '')?.ticketId);
    expect(read[0]).toBe(thirdTicket);
    expect(new Set(read).size).toBe(3);
    expect(read).toContain(ticketId);
    for (const page of pages) expect(page).toMatchObject({ width: 210, height: 297 });

    const ofOrder = await readPdf((await fetchAll(`?order=${more.order_code}`)).rawPayload);
    expect(ofOrder.map(({ qr }) => isOurs(qr ?? '')?.ticketId)).toEqual([thirdTicket]);

    const none = ['?order=RTX-NONE', '?order=%00', "?order=x'--"].map((query) => fetchAll(query));
    const elsewhere = fetchFile(ani, '/my/tickets/tidak-ada/pdf');
    const foreign = [fetchAll('', budi), fetchAll(`?order=${orderCode}`, budi)];
    const answers = await Promise.all([...none, elsewhere, ...foreign]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});
