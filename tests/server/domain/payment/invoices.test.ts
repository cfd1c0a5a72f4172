import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { readTicket } from '../../../../server/domain/ticket/ticket-issue.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { beginPayment, concert, payerDoes, paymentOf } from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert] });
const [ani, budi] = [await oneBuyer(app), await oneBuyer(app)];
const buy = async (count: number) => {
  const payment = await beginPayment(app, ani, concert, count);
  await payerDoes(app, payment.id, 'settlement');
  return payment;
};
const { order_code: orderCode } = await buy(2);
const [ticketId = ''] = (await paymentOf(ani, concert)).ticket_ids;

const fetchFile = (client: TestClient, path: string) =>
  app.fastify.inject({ url: `/api${path}`, headers: { cookie: client.cookie } });
const fetchInvoice = (client: TestClient, code: string) =>
  fetchFile(client, `/purchase-history/${code}/invoice`);
const headersOf = (filename: string) => ({
  'content-type': 'application/pdf',
  'content-disposition': `attachment; filename="${filename}"`,
  'cache-control': 'no-store',
});

describe('an invoice (§12.42)', () => {
  it('is one page with buyer, seats and amounts that add up (§7.96)', async () => {
    const answer = await fetchInvoice(ani, orderCode);
    expect(answer.headers).toMatchObject(headersOf(`invoice-${orderCode}.pdf`));
    const pages = await readPdf(answer.rawPayload);
    expect(pages).toHaveLength(1);
    const page = pages[0]?.text ?? '';
    const { name } = (await ani.call(calls.me)).body.data;
    const words = ['LUNAS', 'INV-000001', orderCode, 'Konser Senja Jakarta', name, ani.email];
    for (const text of words) expect(page).toContain(text);
    const amountAfter = (label: string) => {
      const found = new RegExp(`${label}\\s+(?:Rp([\\d.]+)|Gratis)`).exec(page);
      expect(found, `${label} in: ${page}`).not.toBeNull();
      return Number((found?.[1] ?? '0').replaceAll('.', ''));
    };
    const [subtotal, tax] = [amountAfter('Subtotal'), amountAfter('Termasuk Pajak 10%:')];
    expect(subtotal).toBeGreaterThan(0);
    expect(tax).toBe(Math.round(subtotal / 11));
    const { amount } = await paymentOf(ani, concert);
    expect(amountAfter('Total dibayar')).toBe(amount);
    expect(subtotal + amountAfter('Biaya layanan')).toBe(amount);
  });

  it('of an order that is refunded has its credit note on a page of its own', async () => {
    await app.advance(1);
    const payment = await buy(1);
    const read = async () => readPdf((await fetchInvoice(ani, payment.order_code)).rawPayload);
    const [before] = await read();
    await app.advance(3_600);
    await payerDoes(app, payment.id, 'chargeback');
    const [invoice, note, ...more] = await read();
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
    const codes = [orderCode, 'RTX-NONE', unpaid.order_code];
    const answers = await Promise.all(codes.map((code) => fetchInvoice(budi, code)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

it('the tickets of an event come in one file, a page each with a QR code that a scanner reads, or for one order alone (§7.92)', async () => {
  const isOurs = (code = '') => readTicket([app.services.keys.ticketPublic], code);
  const more = await buy(1);
  const [thirdTicket = ''] = (await paymentOf(ani, concert)).ticket_ids;
  const fetchAll = (query = '', client = ani) =>
    fetchFile(client, `/my/tickets/${concert}/pdf${query}`);
  const read = async (query = '') => {
    const pages = await readPdf((await fetchAll(query)).rawPayload);
    for (const page of pages) expect(page).toMatchObject({ width: 210, height: 297 });
    return pages.map(({ qr }) => isOurs(qr ?? undefined)?.ticketId);
  };
  expect((await fetchAll()).headers).toMatchObject(headersOf(`tickets-${concert}.pdf`));
  const all = await read();
  expect(all).toHaveLength(3);
  expect(all[0]).toBe(thirdTicket);
  expect(new Set(all).size).toBe(3);
  expect(all).toContain(ticketId);
  expect(await read(`?order=${more.order_code}`)).toEqual([thirdTicket]);

  const none = ['?order=RTX-NONE', '?order=%00', "?order=x'--"].map((query) => fetchAll(query));
  const elsewhere = fetchFile(ani, '/my/tickets/tidak-ada/pdf');
  const foreign = [fetchAll('', budi), fetchAll(`?order=${orderCode}`, budi)];
  const answers = await Promise.all([...none, elsewhere, ...foreign]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});
