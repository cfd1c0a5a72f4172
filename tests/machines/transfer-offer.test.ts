import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transfer } from '../../contract/ticket/transfer.ts';
import { timings } from '../../machines/shared/timings.ts';
import { transferOfferMachine } from '../../machines/transfer-offer/transfer-offer.machine.ts';
import { transferOfferPorts } from '../../machines/transfer-offer/transfer-offer.ports.ts';
import { ok, pass, refused, transitionCoverage, unreachable } from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const as = (state: Transfer['state']): Transfer => ({ state, expires_at: '2026-12-01T03:00:00Z' });

const coverage = transitionCoverage(transferOfferMachine);
beforeEach(() => void vi.useFakeTimers());
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const input = { ticketId: 't-1' };
  const page = openFlow(transferOfferMachine, transferOfferPorts, input, {}, coverage.inspect);
  const told = vi.fn();
  page.actor.on('ticket.given', told);
  return { ...page, given: () => told.mock.calls.length };
}

async function kept() {
  const page = start();
  await page.read.answer(ok(null));
  return page;
}

async function offered() {
  const page = await kept();
  await page.send({ type: 'offer' });
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
    expect([page.value(), page.context().transfer, page.given()]).toEqual([state, transfer, given]);
  });

  it('that could not be read is read again on request, and by itself (§4.112)', async () => {
    const page = start();
    await page.read.answer(unreachable());
    expect([page.value(), page.context().failure?.kind]).toEqual(['unread', 'unreachable']);
    await page.send({ type: 'retry' });
    await page.read.crash();
    expect([page.value(), page.context().failure?.kind]).toEqual(['unread', 'broken']);
    await pass(timings.rereadPause);
    await page.read.answer(ok(null));
    expect([page.value(), page.context().failure]).toEqual(['kept', null]);
  });
});

describe('an offer (§2.455)', () => {
  it('has a link, which a new one replaces', async () => {
    const page = await offered();
    expect(page.context()).toMatchObject({ token: 'rahasia', transfer: { state: 'offered' } });
    await page.send({ type: 'offer' });
    await page.offer.answer(ok({ transfer: as('offered'), token: 'baru' }));
    expect([page.value(), page.context().token]).toEqual([{ offered: 'waiting' }, 'baru']);
  });

  it('that is refused says why, and leaves things as they were', async () => {
    const page = await kept();
    await page.send({ type: 'offer' });
    await page.offer.answer(refused('ticketUsed'));
    expect([page.value(), page.context().failure]).toMatchObject(['kept', { code: 'ticketUsed' }]);
    await page.send({ type: 'offer' });
    expect(page.context().failure).toBeNull();
    await page.offer.crash();
    expect([page.value(), page.context().failure?.kind]).toEqual(['kept', 'broken']);
  });

  it('that is not replaced stays with its link', async () => {
    const page = await offered();
    await page.send({ type: 'offer' });
    await page.offer.answer(unreachable());
    expect([page.value(), page.context().token]).toEqual([{ offered: 'waiting' }, 'rahasia']);
  });

  it('is read again until the other person has accepted it', async () => {
    const page = await offered();
    await pass(timings.transferPoll);
    await page.read.answer(ok(as('offered')));
    await pass(timings.transferPoll);
    await page.read.answer(unreachable());
    await pass(timings.transferPoll);
    await page.read.crash();
    expect([page.value(), page.context().token]).toEqual([{ offered: 'waiting' }, 'rahasia']);
    await pass(timings.transferPoll);
    await page.read.answer(ok(as('accepted')));
    expect([page.value(), page.given()]).toEqual(['given', 1]);
  });

  it('that lapses is kept, without its link', async () => {
    const page = await offered();
    await pass(timings.transferPoll);
    await page.read.answer(ok(as('lapsed')));
    expect([page.value(), page.context().token]).toEqual(['kept', null]);
  });
});

describe('withdrawing', () => {
  it('ends the offer', async () => {
    const page = await offered();
    await page.send({ type: 'withdraw' });
    await page.withdraw.answer(ok(as('withdrawn')));
    expect([page.value(), page.context()]).toMatchObject([
      'kept',
      { token: null, transfer: { state: 'withdrawn' } },
    ]);
  });

  it('comes too late when the other person was quicker', async () => {
    const page = await offered();
    await page.send({ type: 'withdraw' });
    await page.withdraw.answer(refused('transferEnded'));
    await page.read.answer(ok(as('accepted')));
    expect([page.value(), page.given()]).toEqual(['given', 1]);
  });

  it('that fails leaves the offer', async () => {
    const page = await offered();
    await page.send({ type: 'withdraw' });
    await page.withdraw.answer(unreachable());
    expect([page.value(), page.context().failure?.kind]).toEqual([
      { offered: 'waiting' },
      'unreachable',
    ]);
    await page.send({ type: 'withdraw' });
    await page.withdraw.crash();
    expect([page.value(), page.context().token]).toEqual([{ offered: 'waiting' }, 'rahasia']);
  });
});
