import { afterAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { Result } from '../../machines/shared/result.ts';
import { transferAcceptanceMachine } from '../../machines/transfer-acceptance/transfer-acceptance.machine.ts';
import type {
  AcceptedTicket,
  OfferToRead,
} from '../../machines/transfer-acceptance/transfer-acceptance.types.ts';
import { fakePort, ok, refusalAs, transitionCoverage } from '../support/flows/machines.ts';

const as = (state: OfferToRead['state']) => ({ state, giver: 'Budi' }) as OfferToRead;
const refusal = (code: RefusalCode) =>
  ({ ok: false, failure: { kind: 'refused', ...refusalAs(code) } }) as const;
const away = { ok: false, failure: { kind: 'unreachable', message: '' } } as const;

const coverage = transitionCoverage(transferAcceptanceMachine);
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const read = fakePort<Result<OfferToRead>, { readonly token: string }>();
  const accept = fakePort<
    Result<AcceptedTicket>,
    { readonly token: string; readonly holderName: string }
  >();
  const actors = { read: read.logic, accept: accept.logic };
  const actor = createActor(transferAcceptanceMachine.provide({ actors }), {
    input: { token: 'rahasia' },
    inspect: coverage.inspect,
  }).start();
  return {
    actor,
    read,
    accept,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

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
    expect(page.read.calls).toEqual([{ token: 'rahasia' }]);
    expect([page.state(), page.context().offer]).toEqual([state, as(offer)]);
  });

  it('that no offer has is unknown', async () => {
    const page = start();
    await page.read.answer(refusal('transferNotFound'));
    expect(page.state()).toBe('unknown');
  });

  it('that could not be read is read again on request', async () => {
    const page = start();
    await page.read.answer(away);
    expect([page.state(), page.context().failure?.kind]).toEqual(['unread', 'unreachable']);
    page.actor.send({ type: 'retry' });
    await page.read.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['unread', 'broken']);
  });
});

describe('an acceptance', () => {
  const ticket = { ticket_id: 't-2', event_slug: 'konser' };

  it('issues a ticket under the name', async () => {
    const page = await offered();
    page.actor.send({ type: 'accept', holderName: 'Siti' });
    expect(page.accept.calls).toEqual([{ token: 'rahasia', holderName: 'Siti' }]);
    await page.accept.answer(ok(ticket));
    expect([page.state(), page.context().ticket]).toEqual(['accepted', ticket]);
  });

  it('that comes too late reads how the offer ended', async () => {
    const page = await offered();
    page.actor.send({ type: 'accept', holderName: 'Siti' });
    await page.accept.answer(refusal('transferEnded'));
    expect(page.state()).toBe('reading');
    await page.read.answer(ok(as('withdrawn')));
    expect([page.state(), page.context().offer?.state]).toEqual(['ended', 'withdrawn']);
  });

  it('that fails says why, and may be tried again', async () => {
    const page = await offered();
    page.actor.send({ type: 'accept', holderName: 'Siti' });
    await page.accept.answer(refusal('transferOwn'));
    expect([page.state(), page.context().failure]).toMatchObject([
      'offered',
      { code: 'transferOwn' },
    ]);
    page.actor.send({ type: 'accept', holderName: 'Siti' });
    expect(page.context().failure).toBeNull();
    await page.accept.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['offered', 'broken']);
  });
});
