import { expect, it } from 'vitest';
import { testsByDistance } from '../../scripts/nearest-tests.ts';

it('the nearest tests of a module are those of its folder that import it', () => {
  expect(testsByDistance('server/domain/gate/gate-scans.ts')[0]).toMatch(
    /^tests\/server\/domain\/gate\//,
  );
  expect(testsByDistance('machines/payment/payment.rules.ts').slice(0, 2)).toEqual([
    'tests/machines/payment.test.ts',
    'tests/model/payment.model.test.ts',
  ]);
});
