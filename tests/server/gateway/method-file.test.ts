import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PaymentGateway } from '../../../server/gateway/gateway.ts';
import { readOfferedMethods } from '../../../server/gateway/method-file.ts';
import { simulatedMethods } from '../../../server/gateway/methods.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const folder = tempFolder();

const gatewayAs = (name: string, codes: readonly string[]) =>
  ({
    name,
    methods: simulatedMethods.filter(({ code }) => codes.includes(code)),
  }) as unknown as PaymentGateway;
const first = gatewayAs('first', ['qris', 'bca']);
const second = gatewayAs('second', ['qris', 'ovo', 'bca']);

/** What buyers are offered by a file with this content. */
function offeredBy(content: unknown) {
  const file = join(folder, 'methods.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readOfferedMethods([first, second], file);
}

describe('the methods of an operator (§12.3)', () => {
  it('come in the order of the file, each at the first gateway that has it, or at the named one', () => {
    const rows = [{ code: 'bca' }, { code: 'qris', gateway: 'second' }, { code: 'ovo' }];
    const offered = offeredBy(rows);
    expect(offered.map(({ code, gateway }) => [code, gateway])).toEqual([
      ['bca', 'first'],
      ['qris', 'second'],
      ['ovo', 'second'],
    ]);
    expect(offered[2]).toMatchObject({ name: 'OVO', window: { least: 60, most: 60 } });
  });

  it('cost what the file says, in words too', () => {
    const fee = { percent: 0.7, rupiah: 2_000 };
    const [both, free] = offeredBy([{ code: 'bca', fee, name: 'BCA' }, { code: 'ovo' }]);
    expect([both?.name, both?.fee(100_050), both?.feeDescription]).toEqual([
      'BCA',
      2_700,
      '0,7% + Rp2.000',
    ]);
    expect([free?.fee(1_000_000), free?.feeDescription]).toEqual([0, 'Gratis']);
  });

  it('are narrower than the gateway allows, never wider', () => {
    const [narrow] = offeredBy([{ code: 'bca', min_amount: 1, max_amount: 50_000 }]);
    expect([narrow?.minAmount, narrow?.maxAmount]).toEqual([10_000, 50_000]);
  });

  it('are every method of the gateways without a file, QRIS first and free', () => {
    const offered = readOfferedMethods([first, second], null);
    expect(offered.map(({ code, gateway }) => `${code} ${gateway}`)).toEqual([
      'qris first',
      'ovo second',
      'bca first',
    ]);
    expect(offered.map(({ fee }) => fee(200_000))).toEqual([0, 3_000, 4_000]);
    expect(offered.map(({ isRecommended }) => isRecommended)).toEqual([true, false, false]);
  });

  it.each([
    ['{', 'is no JSON'],
    [{}, 'must be a list of methods'],
    [[], 'must name at least one method'],
    [[{ code: 'bca' }, { code: 'bca' }], 'method 2 (bca) is named twice'],
    [[{ code: 'gopay' }], 'method 1 (gopay) is no method of first or second, which has qris, bca'],
    [[{ code: 'ovo', gateway: 'first' }], 'is no method of first, which has qris, bca.'],
    [[{ code: 'bca', gateway: 'third' }], 'third, which PAYMENT_GATEWAYS does not name'],
    [[{ code: 'qris', fee: { percent: 1 } }], 'may not charge their buyers for QRIS'],
    [[{ code: 'bca', fee: { percent: 50 } }], 'method 1, fee.percent must be at most 10'],
    [[{ code: 'bca', fee: { rupiah: 0.5 } }], 'method 1, fee.rupiah must be whole rupiah'],
    [[{ code: 'bca', price: 1 }], 'method 1 has unknown fields: price.'],
    [['bca'], 'method 1 must be an object'],
    [[{}], 'method 1, code must be a text'],
    [[{ code: 'bca', fee: 4_000 }], 'fee must be an object with percent, rupiah or both'],
    [[{ code: 'bca', group: 'Kartu' }], 'method 1, group must be one of QRIS, E-Wallet'],
    [[{ code: 'bca', icon_url: 'javascript:1' }], 'icon_url must begin with https://'],
    [[{ code: 'bca', max_amount: 9_999 }], 'takes no amount: at first its limits are 10000 to'],
  ])('that make no sense are refused at the start: %j', (content, words) => {
    expect(() => offeredBy(content)).toThrow(words);
  });

  it('name every mistake at once, and a file that is missing', () => {
    expect(() => offeredBy([{ code: 'x' }, { code: 'y' }])).toThrow(/method 1 \(x\).*\n.*method 2/);
    expect(() => readOfferedMethods([first], join(folder, 'none.json'))).toThrow(
      /PAYMENT_METHODS_FILE names .*none\.json, which cannot be read \(ENOENT\)\. Write the file/,
    );
  });
});
