import { afterAll, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';
import type { RefundAccount } from '../../contract/refund/refund.ts';
import { refundAccountMachine } from '../../machines/refund-account/refund-account.machine.ts';
import type { BankAccount, Holder } from '../../machines/refund-account/refund-account.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import { fakePort, ok, refusalAs, transitionCoverage } from '../support/flows/machines.ts';

const token = 'rahasia';
const account: BankAccount = { bank: 'bca', number: '1234567890' };
const as = (state: RefundAccount['state']) => ({ state, amount: 300_000 }) as RefundAccount;
const refusal = (code: RefusalCode) =>
  ({ ok: false, failure: { kind: 'refused', ...refusalAs(code) } }) as const;
const away = { ok: false, failure: { kind: 'unreachable', message: '' } } as const;

const coverage = transitionCoverage(refundAccountMachine);
afterAll(() => expect(coverage.unfired()).toEqual([]));

function start() {
  const read = fakePort<Result<RefundAccount>, { readonly token: string }>();
  const check = fakePort<
    Result<Holder>,
    { readonly token: string; readonly account: BankAccount }
  >();
  const give = fakePort<
    Result<RefundAccount>,
    { readonly token: string; readonly account: BankAccount; readonly holder: string }
  >();
  const actors = { read: read.logic, check: check.logic, give: give.logic };
  const actor = createActor(refundAccountMachine.provide({ actors }), {
    input: { token },
    inspect: coverage.inspect,
  }).start();
  return {
    read,
    check,
    give,
    send: actor.send,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

async function asked() {
  const page = start();
  await page.read.answer(ok(as('asked')));
  return page;
}

async function confirming(holder: Holder = 'SITI') {
  const page = await asked();
  page.send({ type: 'check', account });
  await page.check.answer(ok(holder));
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
    expect([page.state(), page.context().refund]).toEqual([state, as(stands)]);
  });

  it('that a later one replaced is unknown', async () => {
    const page = start();
    await page.read.answer(refusal('refundLinkInvalid'));
    expect(page.state()).toBe('unknown');
  });

  it('that could not be read is read again on request', async () => {
    const page = start();
    await page.read.answer(away);
    expect([page.state(), page.context().failure?.kind]).toEqual(['unread', 'unreachable']);
    page.send({ type: 'retry' });
    await page.read.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['unread', 'broken']);
  });
});

describe('an account', () => {
  it('is looked up at its bank before it is confirmed', async () => {
    const page = await confirming();
    expect(page.check.calls).toEqual([{ token, account }]);
    expect([page.state(), page.context().holder]).toEqual(['confirming', 'SITI']);
    page.send({ type: 'change' });
    expect([page.state(), page.context().account]).toEqual(['naming', account]);
  });

  it('that the bank does not know is named again', async () => {
    const page = await asked();
    page.send({ type: 'check', account });
    await page.check.answer(refusal('accountUnknown'));
    expect([page.state(), page.context().failure]).toMatchObject([
      'naming',
      { code: 'accountUnknown' },
    ]);
    page.send({ type: 'check', account });
    expect(page.context().failure).toBeNull();
    await page.check.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['naming', 'broken']);
  });

  it.each(['refundLinkInvalid', 'accountTaken'] as const)(
    'of a link that is over by then (%s) reads how the refund stands',
    async (code) => {
      const checked = await asked();
      checked.send({ type: 'check', account });
      await checked.check.answer(refusal(code));
      expect(checked.state()).toBe('reading');
      const given = await confirming();
      given.send({ type: 'give', holder: 'SITI' });
      await given.give.answer(refusal(code));
      expect(given.state()).toBe('reading');
      await given.read.answer(ok(as('done')));
      expect(given.state()).toBe('given');
    },
  );

  it('is given with its holder; the refund says whether the bank took it', async () => {
    for (const stands of ['given', 'rejected', 'done'] as const) {
      const page = await confirming(null);
      page.send({ type: 'give', holder: 'Siti Aminah' });
      expect(page.give.calls).toEqual([{ token, account, holder: 'Siti Aminah' }]);
      await page.give.answer(ok(as(stands)));
      expect([page.state(), page.context().refund?.state]).toEqual(['given', stands]);
    }
  });

  it('that could not be sent is confirmed again', async () => {
    const page = await confirming();
    page.send({ type: 'give', holder: 'SITI' });
    await page.give.answer(away);
    expect([page.state(), page.context().failure?.kind]).toEqual(['confirming', 'unreachable']);
    page.send({ type: 'give', holder: 'SITI' });
    await page.give.crash();
    expect([page.state(), page.context().failure?.kind]).toEqual(['confirming', 'broken']);
  });
});
