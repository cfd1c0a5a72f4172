import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefundAccount } from '../../contract/refund/refund.ts';
import { refundAccountMachine } from '../../machines/refund-account/refund-account.machine.ts';
import { refundAccountPorts } from '../../machines/refund-account/refund-account.ports.ts';
import type { BankAccount, Fits } from '../../machines/refund-account/refund-account.types.ts';
import { timings } from '../../machines/shared/timings.ts';
import { ok, pass, refused, transitionCoverage, unreachable } from '../support/flows/machines.ts';
import { openFlow } from '../support/model/open-flow.ts';

const token = 'rahasia';
const account: BankAccount = { bank: 'bca', number: '1234567890', holder: 'Siti Aminah' };
const as = (state: RefundAccount['state']) => ({ state, amount: 300_000 }) as RefundAccount;

const coverage = transitionCoverage(refundAccountMachine);
beforeEach(() => void vi.useFakeTimers());
afterAll(() => expect(coverage.unfired()).toEqual([]));

const start = () =>
  openFlow(refundAccountMachine, refundAccountPorts, { token }, {}, coverage.inspect);

async function asked() {
  const page = start();
  await page.read.answer(ok(as('asked')));
  return page;
}

async function confirming(fits: Fits = true) {
  const page = await asked();
  await page.send({ type: 'check', account });
  await page.check.answer(ok(fits));
  return page;
}

describe('a link', () => {
  it.each([
    ['asked', 'naming'],
    ['given', 'given'],
    ['rejected', 'given'],
    ['done', 'given'],
  ] as const)('of a refund whose account is %s leads to %s', async (stands, state) => {
    const page = start();
    await page.read.answer(ok(as(stands)));
    expect(page.read.calls).toEqual([{ token }]);
    expect([page.value(), page.context().refund]).toEqual([state, as(stands)]);
  });

  it('that a later one replaced is unknown', async () => {
    const page = start();
    await page.read.answer(refused('refundLinkInvalid'));
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

describe('an account (§2.453)', () => {
  it('is looked up at its bank before it is confirmed', async () => {
    const page = await confirming();
    expect(page.check.calls).toEqual([{ token, account }]);
    expect([page.value(), page.context().fits]).toEqual(['confirming', true]);
    await page.send({ type: 'change' });
    expect([page.value(), page.context().account]).toEqual(['naming', account]);
  });

  it('that the bank does not know is named again', async () => {
    const page = await asked();
    await page.send({ type: 'check', account });
    await page.check.answer(refused('accountUnknown'));
    expect([page.value(), page.context().failure]).toMatchObject([
      'naming',
      { code: 'accountUnknown' },
    ]);
    await page.send({ type: 'check', account });
    expect(page.context().failure).toBeNull();
    await page.check.crash();
    expect([page.value(), page.context().failure?.kind]).toEqual(['naming', 'broken']);
  });

  it.each(['refundLinkInvalid', 'accountTaken'] as const)(
    'of a link that is over by then (%s) reads how the refund stands',
    async (code) => {
      const checked = await asked();
      await checked.send({ type: 'check', account });
      await checked.check.answer(refused(code));
      expect(checked.value()).toBe('reading');
      const given = await confirming();
      await given.send({ type: 'give' });
      await given.give.answer(refused(code));
      expect(given.value()).toBe('reading');
      await given.read.answer(ok(as('done')));
      expect(given.value()).toBe('given');
    },
  );

  it('is given with its holder; the refund says whether the bank took it', async () => {
    for (const stands of ['given', 'rejected', 'done'] as const) {
      const page = await confirming(null);
      await page.send({ type: 'give' });
      expect(page.give.calls).toEqual([{ token, account }]);
      await page.give.answer(ok(as(stands)));
      expect([page.value(), page.context().refund?.state]).toEqual(['given', stands]);
    }
  });

  it('that could not be sent is confirmed again', async () => {
    const page = await confirming();
    await page.send({ type: 'give' });
    await page.give.answer(unreachable());
    expect([page.value(), page.context().failure?.kind]).toEqual(['confirming', 'unreachable']);
    await page.send({ type: 'give' });
    await page.give.crash();
    expect([page.value(), page.context().failure?.kind]).toEqual(['confirming', 'broken']);
  });
});
