import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refundTaskOf } from '../../../../scripts/operator/refund-args.ts';
import { reissueTicket, voidByDesk } from '../../../../server/domain/desk/ticket-acts.ts';
import { runRefundTask } from '../../../../server/operator/refunds.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { paidTickets } from '../../support/paid-tickets.ts';
import { payerDoes, theatre } from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

const name = 'Teater Tanpa Form: Juru Kunci';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [theatre] });
});
afterAll(() => app.close());

const lettersTo = (email: string) =>
  app.services.db.query<{ subject: string; enclosed: { accountId?: string } | null }>(
    'select subject, enclosed from mails where recipient = $1 order by id',
    [email],
  );

describe('the holder of a given ticket', () => {
  const given = async () => {
    const { buyer, orderCode, tickets } = await paidTickets(app, 2, theatre);
    const { token } = (
      await buyer.call(calls.offerTransfer, { params: { id: tickets[0]?.id ?? '' }, body: {} })
    ).body.data;
    const [taker] = (await app.makeBuyers(1)) as [TestClient];
    const id = (
      await taker.call(calls.acceptTransfer, { body: { token, holder_name: 'Budi Penerima' } })
    ).body.data.ticket_id;
    await app.services.db.query('delete from mails');
    return { buyer, taker, id, orderCode };
  };
  const subjectsTo = async ({ email }: TestClient) =>
    (await lettersTo(email)).map(({ subject }) => subject.replace(/ \(RTX-\S+\)/, ''));
  const sale = (verb: 'postpone' | 'cancel', to?: string) => {
    const { db, clock } = app.services;
    const task = { task: 'sale', verb, slug: theatre, yes: theatre } as const;
    return runSaleTask(
      { db, clock, live: app.services },
      to === undefined ? task : { ...task, to },
    );
  };
  const by = { accountId: null, requestId: null };

  it('hears of another code, another seat and its end, which are no news for the buyer', async () => {
    const { buyer, taker, id } = await given();
    const fresh = await reissueTicket(app.services, id, by);
    expect((await lettersTo(taker.email)).at(-1)).toMatchObject({
      subject: `Tiket baru ${name}`,
      enclosed: { accountId: taker.accountId },
    });
    await voidByDesk(app.services, fresh, by);
    expect(await subjectsTo(taker)).toEqual([
      `Tiket baru ${name}`,
      `Tiket ${name} tidak berlaku lagi`,
    ]);
    expect(await subjectsTo(buyer)).toEqual([]);
  });

  it('hears that the staff gave the money of the order back', async () => {
    const { taker, orderCode } = await given();
    const { db, clock, config } = app.services;
    for (const line of [`ask ${orderCode} 1000`, `approve ${orderCode}`]) {
      const task = refundTaskOf(line.split(' '))!;
      await runRefundTask({ db, clock, config, live: app.services }, task);
    }
    expect(await subjectsTo(taker)).toEqual([`Tiket ${name} tidak berlaku lagi`]);
  });

  it('hears that the bank took the money of the order back', async () => {
    const { taker, orderCode } = await given();
    const [payment] = await app.services.db.query<{ id: string }>(
      'select p.id from payments p join orders o on o.id = p.order_id where o.order_code = $1',
      [orderCode],
    );
    await payerDoes(app, payment?.id ?? '', 'chargeback');
    await app.tick();
    expect(await subjectsTo(taker)).toEqual([`Tiket ${name} tidak berlaku lagi`]);
  });

  it('hears of a new date and of the end of the event, as its buyer does', async () => {
    const { buyer, taker, id } = await given();
    await sale('postpone');
    await app.tick();
    await sale('postpone', '2030-01-01T19:00+07:00');
    await app.tick();
    await sale('cancel');
    await app.tick();
    const news = [`${name} ditunda`, `Perubahan acara ${name}`, `${name} dibatalkan`];
    const said = await subjectsTo(taker);
    expect(said).toEqual(news);
    expect(await subjectsTo(buyer)).toEqual(expect.arrayContaining(news));
    expect((await taker.call(calls.eTicket, { params: { id } })).status).toBe(404);
  });
});
