import { afterAll, describe, expect, it, vi } from 'vitest';
import { allCalls } from '../../../contract/call/all-calls.ts';
import type { CallShape } from '../../../contract/call/call.ts';
import { refusalSchema } from '../../../contract/call/envelope.ts';
import { type RefusalCode, refusalTable } from '../../../contract/call/refusal-codes.ts';
import type { createTurns } from '../../../server/domain/accounts/password-turns.ts';
import { limitsOf } from '../../../server/limits/call-limits.ts';
import { accountCases } from './accounts.cases.ts';
import { crowd } from './crowd.ts';
import { laterCases } from './later.cases.ts';
import type { Provocations, Provoke, RowName } from './provocation.ts';
import { purchaseCases } from './purchase.cases.ts';
import { readingCases } from './reading.cases.ts';
import { refundCases } from './refund.cases.ts';
import { createShops } from './shops.ts';
import { staffCases } from './staff.cases.ts';
import { transferCases } from './transfer.cases.ts';

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
  ...readingCases,
  ...staffCases,
  ...refundCases,
  ...laterCases,
  ...transferCases,
};
const rows: Readonly<Record<RowName, CallShape>> = allCalls;
const cases = Object.entries(provocations).flatMap(([name, codes]) =>
  Object.entries(codes).map(([code, provoke]) => ({
    name: name as RowName,
    code: code as RefusalCode,
    provoke: provoke as Provoke,
  })),
);

const shops = createShops();
afterAll(() => shops.close());

describe('every refusal that a row declares is provoked', () => {
  it.each(cases)(
    '$name: $code',
    async ({ name, code, provoke }) => {
      const answer = await provoke(shops);
      expect(answer.body, answer.text).toMatchObject({ code, data: null });
      expect(answer.status).toBe(rows[name].refusals?.[code]);
      expect(answer.body).toMatchObject({ status: answer.status });
      expect(refusalSchema.parse(answer.body).message).not.toBe('');
    },
    60_000,
  );

  it('every code of the table belongs to a row, to its traits or to the server', () => {
    const used = new Set(cases.map(({ code }) => code));
    const ofTraits: readonly RefusalCode[] = Object.keys(refusalTable).filter(
      (code) => !used.has(code as RefusalCode),
    ) as RefusalCode[];
    expect(ofTraits).toEqual([
      'requestUnreadable',
      'unauthenticated',
      'gatePassInvalid',
      'roleMissing',
      'emailNotVerified',
      'requestHeaderMissing',
      'otherSite',
      'bodyTooLarge',
      'bodyNotJson',
      'inputInvalid',
      'keyInvalid',
      'keyReused',
      'keyOfEarlierSession',
      'keyInUse',
      'tooManyRequests',
      'internalError',
      'serviceAway',
      'serviceBusy',
      'tooManyConnections',
      'notFound',
    ]);
  });

  it('a row declares the challenge that its limits require', () => {
    for (const [name, row] of Object.entries(rows)) {
      if (!limitsOf(name, row).challenges) continue;
      expect(row.refusals, name).toHaveProperty('challengeRequired');
    }
  });
});
