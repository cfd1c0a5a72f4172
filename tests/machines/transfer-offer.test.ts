import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { Transfer } from '../../contract/ticket/transfer.ts';
import type { Result } from '../../machines/shared/result.ts';
import { timings } from '../../machines/shared/timings.ts';
import { transferOfferMachine } from '../../machines/transfer-offer/transfer-offer.machine.ts';
import type {
  NewOffer,
  OfferedTicket,
} from '../../machines/transfer-offer/transfer-offer.types.ts';
import { fakePort, ok, pass, refusalAs, transitionCoverage } from '../support/flows/machines.ts';

const as = (state: Transfer['state']): Transfer => ({ state, expires_at: '2026-12-01T03:00:00Z' });
const refusal = (code: RefusalCode) =>
  ({ ok: false, failure: { kind: 'refused', ...refusalAs(code) } }) as const;
const away = { ok: false, failure: { kind: 'unreachable', message: '' } } as const;

const coverage = transitionCoverage(transferOfferMachine);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const read = fakePort<Result<Transfer | null>, OfferedTicket>();
  const offer = fakePort<Result<NewOffer>, OfferedTicket>();
  const withdraw = fakePort<Result<Transfer>, OfferedTicket>();
  const actors = { read: read.logic, offer: offer.logic, withdraw: withdraw.logic };
  const actor = createActor(transferOfferMachine.provide({ actors }), {
    input: { ticketId: 't-1' },
    inspect: coverage.inspect,
  });
  let given = 0;
  actor.on('ticket.given', () => {
    given += 1;
  });
  actor.start();
  return {
    actor,
    read,
    offer,
    withdraw,
    given: () => given,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

async function kept() {
  const page = start();
  await page.read.answer(ok(null));
  return page;
}

async function offered() {
  const page = await kept();
  page.actor.send({ type: 'offer' });
  await page.offer.answer(ok({ transfer: as('offered'), token: 'rahasia' }));
  return page;
}

describe('the page of a ticket', () => {
  it.each([
    [null, 'kept', 0],
    [as('withdrawn'), 'kept', 0],
    [as('lapsed'), 'kept', 0],
    [as('offered'), { offered: 'waiting' }, 0],
    [as('accepted'), 'given', 1],
  ])('knows by the latest offer %j that it is %j', async (transfer, state, given) => {
    const page = start();
    await page.read.answer(ok(transfer));
    expect(page.read.calls).toEqual([{ ticketId: 't-1' }]);
    expect([page.state(), page.context().transfer, page.given()]).toEqual([state, transfer, given]);
  });

  it('that could not be read is read again on request', async () => {
    const page = start();
    await page.read.answer(away);
    expect([page.state(), page.context().failure?.kind]).toEqual(['unread', 'unreachable']);
    page.actor.send({ type: 'retry' });
    await page.read.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['unread', 'broken']);
    page.actor.send({ type: 'retry' });
    await page.read.answer(ok(null));
    expect([page.state(), page.context().failure]).toEqual(['kept', null]);
  });
});

describe('an offer', () => {
  it('has a link, which a new one replaces', async () => {
    const page = await offered();
    expect(page.context()).toMatchObject({ token: 'rahasia', transfer: { state: 'offered' } });
    page.actor.send({ type: 'offer' });
    await page.offer.answer(ok({ transfer: as('offered'), token: 'baru' }));
    expect([page.state(), page.context().token]).toEqual([{ offered: 'waiting' }, 'baru']);
  });

  it('that is refused says why, and leaves things as they were', async () => {
    const page = await kept();
    page.actor.send({ type: 'offer' });
    await page.offer.answer(refusal('ticketUsed'));
    expect([page.state(), page.context().failure]).toMatchObject(['kept', { code: 'ticketUsed' }]);
    page.actor.send({ type: 'offer' });
    expect(page.context().failure).toBeNull();
    await page.offer.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['kept', 'broken']);
  });

  it('that is not replaced stays with its link', async () => {
    const page = await offered();
    page.actor.send({ type: 'offer' });
    await page.offer.answer(away);
    expect([page.state(), page.context().token]).toEqual([{ offered: 'waiting' }, 'rahasia']);
  });

  it('is read again until the other person has accepted it', async () => {
    const page = await offered();
    await pass(timings.transferPoll);
    await page.read.answer(ok(as('offered')));
    await pass(timings.transferPoll);
    await page.read.answer(away);
    await pass(timings.transferPoll);
    await page.read.crash();
    expect([page.state(), page.context().token]).toEqual([{ offered: 'waiting' }, 'rahasia']);
    await pass(timings.transferPoll);
    await page.read.answer(ok(as('accepted')));
    expect([page.state(), page.given()]).toEqual(['given', 1]);
  });

  it('that lapses is kept, without its link', async () => {
    const page = await offered();
    await pass(timings.transferPoll);
    await page.read.answer(ok(as('lapsed')));
    expect([page.state(), page.context().token]).toEqual(['kept', null]);
  });
});

describe('withdrawing', () => {
  it('ends the offer', async () => {
    const page = await offered();
    page.actor.send({ type: 'withdraw' });
    await page.withdraw.answer(ok(as('withdrawn')));
    expect([page.state(), page.context()]).toMatchObject([
      'kept',
      { token: null, transfer: { state: 'withdrawn' } },
    ]);
  });

  it('comes too late when the other person was quicker', async () => {
    const page = await offered();
    page.actor.send({ type: 'withdraw' });
    await page.withdraw.answer(refusal('transferEnded'));
    await page.read.answer(ok(as('accepted')));
    expect([page.state(), page.given()]).toEqual(['given', 1]);
  });

  it('that fails leaves the offer', async () => {
    const page = await offered();
    page.actor.send({ type: 'withdraw' });
    await page.withdraw.answer(away);
    expect([page.state(), page.context().failure?.kind]).toEqual([
      { offered: 'waiting' },
      'unreachable',
    ]);
    page.actor.send({ type: 'withdraw' });
    await page.withdraw.crash();
    expect([page.state(), page.context().token]).toEqual([{ offered: 'waiting' }, 'rahasia']);
  });
});
