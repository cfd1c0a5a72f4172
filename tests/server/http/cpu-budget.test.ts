import { describe, expect, it } from 'vitest';
import { clientShares, createCpuBudget, workPrices } from '../../../server/http/cpu-budget.ts';

const share = clientShares.account.burstMs / workPrices.document;

function budget() {
  let time = 1_000_000;
  const made = createCpuBudget(() => time);
  /** How often a client gets work done at once. */
  const all = (work: 'document' | 'catalogue' | 'drawing', client: string, name?: 'account') => {
    let done = 0;
    while (typeof made.take(work, client, name) !== 'number') done += 1;
    return done;
  };
  const pass = (ms: number) => {
    time += ms;
  };
  const take = () => made.take('document', 'a', 'account');
  return {
    ...made,
    all,
    pass,
    takeDocument: take,
    documents: () => all('document', 'a', 'account'),
  };
}

describe('a share of CPU', () => {
  it('is used up by one client, not by others', () => {
    const { all, documents } = budget();
    expect([documents(), all('document', 'b', 'account')]).toEqual([share, share]);
  });

  it('refills with time, returns the wait, and does not grow when the clock is set back', () => {
    const { documents, takeDocument, pass } = budget();
    documents();
    const wait = Number(takeDocument());
    expect(wait).toBe(workPrices.document / clientShares.account.msPerSecond);
    pass(wait * 1000 - 10);
    expect(takeDocument()).toBeTypeOf('number');
    pass(10);
    expect(takeDocument()).toBeTypeOf('function');
    pass(3_600_000);
    expect(documents()).toBe(share);
    pass(-3_600_000);
    expect(documents()).toBe(0);
  });

  it('of drawings is common to all clients: other work of the same client continues', () => {
    const { all, take } = budget();
    const drawn = all('drawing', '10.0.0.1') + all('drawing', '10.0.0.2');
    expect(drawn).toBe(4_000 / workPrices.drawing);
    expect(take('drawing', '10.0.0.3')).toBeTypeOf('number');
    expect(take('catalogue', '10.0.0.1')).toBeTypeOf('function');
  });

  it('of a mobile carrier suffices for hundreds of searches at once', () => {
    expect(budget().all('catalogue', '10.0.0.1')).toBeGreaterThanOrEqual(1_000);
  });

  it('is stored for a limited number of clients; the least recent one starts full', () => {
    const { take, takeDocument, documents } = budget();
    documents();
    for (let index = 0; index < 10_000; index += 1) take('catalogue', `other-${index}`);
    expect(takeDocument()).toBeTypeOf('function');
  });

  it('is charged what the work took, not what was expected', () => {
    const { take, pass } = budget();
    const searches = (tookMs: number) => {
      let done = 0;
      for (let charge = take('catalogue', 'a'); typeof charge === 'function'; done += 1) {
        charge(tookMs);
        charge = take('catalogue', 'a');
      }
      return done;
    };
    expect(searches(500)).toBe(clientShares.address.burstMs / 500);
    pass(4_000);
    expect(searches(10)).toBe((4 * clientShares.address.msPerSecond) / 10);
  });
});
