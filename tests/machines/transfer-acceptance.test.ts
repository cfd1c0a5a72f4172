import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '../../machines/shared/timings.ts';
import { transferAcceptanceMachine } from '../../machines/transfer-acceptance/transfer-acceptance.machine.ts';
import { transferAcceptancePorts } from '../../machines/transfer-acceptance/transfer-acceptance.ports.ts';
import type { OfferToRead } from '../../machines/transfer-acceptance/transfer-acceptance.types.ts';
import { ok, pass, refused, transitionCoverage, unreachable } from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const as = (state: OfferToRead['state']) => ({ state, giver: 'Budi' }) as OfferToRead;
const token = 'rahasia';

const coverage = transitionCoverage(transferAcceptanceMachine);
beforeEach(() => void vi.useFakeTimers());
afterAll(() => expect(coverage.unfired()).toEqual([]));

const start = () =>
  openFlow(transferAcceptanceMachine, transferAcceptancePorts, { token }, {}, coverage.inspect);

async function offered() {
  const page = start();
  await page.read.answer(ok(as('offered')));
  return page;
}

describe('a link', () => {
  it.each([
    ['offered', 'offered'],
    ['accepted', 'ended'],
    ['withdrawn', 'ended'],
    ['lapsed', 'ended'],
  ] as const)('of an offer that is %s leads to %s', async (offer, state) => {
    const page = start();
    await page.read.answer(ok(as(offer)));
    expect(page.read.calls).toEqual([{ token }]);
    expect([page.value(), page.context().offer]).toEqual([state, as(offer)]);
  });

  it('that no offer has is unknown', async () => {
    const page = start();
    await page.read.answer(refused('transferNotFound'));
    expect(page.value()).toBe('unknown');
  });

  it('that could not be read is read again on request, and by itself (§4.112)', async () => {
    const page = start();
    await page.read.answer(unreachable());
    expect([page.value(), page.context().failure?.kind]).toEqual(['unread', 'unreachable']);
    await page.send({ type: 'retry' });
    await page.read.crash();
    expect([page.value(), page.context().failure?.kind]).toEqual(['unread', 'broken']);
    await pass(timings.rereadPause);
    expect(page.value()).toBe('reading');
  });
});

describe('an acceptance (§2.454)', () => {
  const ticket = { ticket_id: 't-2', event_slug: 'konser' };

  it('issues a ticket under the name', async () => {
    const page = await offered();
    await page.send({ type: 'accept', holderName: 'Siti' });
    expect(page.accept.calls).toEqual([{ token, holderName: 'Siti' }]);
    await page.accept.answer(ok(ticket));
    expect([page.value(), page.context().ticket]).toEqual(['accepted', ticket]);
  });

  it('that comes too late reads how the offer ended', async () => {
    const page = await offered();
    await page.send({ type: 'accept', holderName: 'Siti' });
    await page.accept.answer(refused('transferEnded'));
    expect(page.value()).toBe('reading');
    await page.read.answer(ok(as('withdrawn')));
    expect([page.value(), page.context().offer?.state]).toEqual(['ended', 'withdrawn']);
  });

  it('that fails says why, and may be tried again', async () => {
    const page = await offered();
    await page.send({ type: 'accept', holderName: 'Siti' });
    await page.accept.answer(refused('transferOwn'));
    expect([page.value(), page.context().failure]).toMatchObject([
      'offered',
      { code: 'transferOwn' },
    ]);
    await page.send({ type: 'accept', holderName: 'Siti' });
    expect(page.context().failure).toBeNull();
    await page.accept.crash();
    expect([page.value(), page.context().failure?.kind]).toEqual(['offered', 'broken']);
  });
});
