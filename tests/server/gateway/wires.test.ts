import { describe, expect, it } from 'vitest';
import { casesOf, playCase } from '../../../lab/gateway/all-cases.ts';
import { openTwinBench } from '../../../lab/gateway/bench.ts';
import { makers, sandboxOf } from '../../../lab/gateway/makers.ts';
import { pageAddress, safeAddress } from '../../../server/gateway/wire.ts';
import { createXenditPayouts } from '../../../server/gateway/xendit/payouts.ts';

describe.each(Object.values(makers))('the wire of $name holds on its twin:', (maker) => {
  it('at least 40 cases, each told apart', () => {
    const titles = casesOf(maker).map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(40);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each(casesOf(maker))('$title', async (test) => {
    const bench = await openTwinBench(maker);
    try {
      expect(await playCase(test, bench)).toBe(true);
    } finally {
      await bench.close();
    }
  });

  it('sells only methods whose data are proven', () => {
    const sold = maker.connect({ url: 'http://127.0.0.1:9', key: 'x' }).methods;
    expect(sold.map(({ code }) => code).sort()).toEqual(Object.keys(maker.shows).sort());
  });
});

it('a sandbox is never asked with a key that moves money, or without one', () => {
  for (const maker of Object.values(makers)) {
    const { keyName, urlName } = maker.sandbox;
    expect(sandboxOf(maker, {})).toContain(keyName);
    const real = { [keyName]: 'Mid-server-real', [urlName]: 'https://api.midtrans.com' };
    expect(sandboxOf(maker, real)).toContain('real charges');
    expect(JSON.stringify(sandboxOf(maker, real))).not.toContain('Mid-server-real');
  }
});

it('no address of a gateway runs code in the page (§2.302)', () => {
  const bad = ['javascript:alert(1)', 'DATA:text/html,x', 'http://example.com/', 'no address', ''];
  for (const address of bad) expect(safeAddress(address), address).toBeNull();
  expect(safeAddress('gojek://gopay/x')).toBe('gojek://gopay/x');
  expect(safeAddress('https://example.com/')).toBe('https://example.com/');
  expect(pageAddress('gojek://gopay/x')).toBeNull();
});

it.each(['ACCEPTED', 'PENDING_COMPLIANCE_ASSESSMENT', 'A_WORD_OF_TOMORROW'])(
  'a payout of Xendit that is %s may be on its way',
  async (status) => {
    const body = { data: [{ id: 'disb-1', reference_id: 'p-1', status }] };
    const payouts = createXenditPayouts(async () => ({ status: 200, body }));
    expect(await payouts.find('p-1')).toEqual({ status: 'running', reference: null });
  },
);
