import { afterAll, describe, expect, it, vi } from 'vitest';
import { allCalls } from '../../../contract/call/all-calls.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import { refusalSchema } from '../../../contract/call/envelope.ts';
import { type RefusalCode, refusalTable } from '../../../contract/call/refusal-codes.ts';
import { serverRefusals, traitRefusals } from '../../../contract/call/refusals-of.ts';
import type { createTurns } from '../../../server/domain/accounts/password-turns.ts';
import { limitsOf } from '../../../server/limits/call-limits.ts';
import { accountCases } from './accounts.cases.ts';
import { crowd } from './crowd.ts';
import { paidCases } from './paid.cases.ts';
import { purchaseCases } from './purchase.cases.ts';
import { createShops, type Provocations, type Provoke } from './shops.ts';
import { staffCases } from './staff.cases.ts';
import { traitProvocations } from './traits.cases.ts';

vi.mock('../../../server/domain/accounts/password-turns.ts', async (original) => {
  const real = await original<{ createTurns: typeof createTurns }>();
  return {
    ...real,
    createTurns: ((atOnce, refusal) => {
      const turns = real.createTurns(atOnce, refusal);
      return {
        run: (turn, work) => (crowd.isFull ? Promise.reject(refusal()) : turns.run(turn, work)),
      };
    }) satisfies typeof createTurns,
  };
});

// A row or code without a provocation does not compile.
const provocations: Provocations = {
  ...accountCases,
  ...purchaseCases,
  ...paidCases,
  ...staffCases,
};
const rows: Readonly<Record<string, CallShape>> = allCalls;
const cases = Object.entries(provocations).flatMap(([name, codes]) =>
  Object.entries(codes).map(([code, provoke]) => ({
    name,
    code: code as RefusalCode,
    provoke: provoke as Provoke,
  })),
);

const shops = createShops();
afterAll(() => shops.close());

describe('every refusal that a row declares is provoked (§8.1)', () => {
  it.each(cases)(
    '$name: $code',
    async ({ name, code, provoke }) => {
      const answer = await provoke(shops);
      expect(answer.body, answer.text).toMatchObject({ code, data: null });
      expect(answer.status).toBe(rows[name]?.refusals?.[code]);
      expect(answer.body).toMatchObject({ status: answer.status });
      expect(refusalSchema.parse(answer.body).message).not.toBe('');
    },
    60_000,
  );

  it('every code of the table belongs to a row, to its traits or to the server', () => {
    const used = new Set(cases.map(({ code }) => code));
    const ofTraits = Object.keys(refusalTable).filter((code) => !used.has(code as RefusalCode));
    const known = [...Object.keys(traitProvocations), ...Object.keys(serverRefusals), 'notFound'];
    expect(ofTraits.sort()).toEqual(known.sort());
  });

  it('a row declares the challenge that its limits require', () => {
    for (const [name, row] of Object.entries(rows)) {
      if (!limitsOf(name, row).challenges) continue;
      expect(row.refusals, name).toHaveProperty('challengeRequired');
    }
  });
});

describe.each(Object.entries(rows))('the refusals by the traits of %s', (name, call) => {
  it.each(Object.entries(traitRefusals(call)))('%s', async (code, status) => {
    const provoke = traitProvocations[code as RefusalCode];
    expect(provoke, 'a provocation').toBeDefined();
    const answer = await provoke?.({ call, name, shops, app: await shops.open() });
    expect(answer?.body, answer?.text).toMatchObject({ status, code, data: null });
    expect(answer?.status).toBe(status);
  });
});
