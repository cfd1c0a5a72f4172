import assert from 'node:assert/strict';
import { ChargeDenied } from '../../server/gateway/gateway.ts';
import type { Bench, Maker, TwinBench } from './bench.ts';
import {
  chargeCases,
  chargeOf,
  type GatewayCase,
  methodCases,
  refundCases,
  stateCases,
} from './cases.ts';
import { noticeCases } from './notice-cases.ts';

/** Cases of one gateway alone, by its name. */
const ownCases: Readonly<Record<string, readonly GatewayCase[]>> = {
  midtrans: [
    {
      title: 'a QR code that is not given again is voided and denied',
      on: 'twin',
      play: async (bench) => {
        const charge = chargeOf(bench, 'qris');
        await bench.gateway.charge(charge);
        bench.advance(6 * 60);
        await assert.rejects(bench.gateway.charge(charge), ChargeDenied);
        assert.equal(bench.twin.charges()[0]?.status, 'expire');
      },
    },
    {
      title: 'ShopeePay refunds nothing at night',
      on: 'twin',
      play: async (bench) => {
        const charge = chargeOf(bench, 'shopeepay');
        const { reference } = await bench.gateway.charge(charge);
        await bench.twin.act(charge.paymentId, 'settle');
        bench.advance(14 * 3600);
        const name = { paymentId: charge.paymentId, methodCode: 'shopeepay', reference };
        await assert.rejects(bench.gateway.refund(name, charge.amount, 'a-refund'));
      },
    },
  ],
};

/** Every case of a gateway, in the order of the table. */
export function casesOf(maker: Maker): readonly GatewayCase[] {
  return [
    ...methodCases(Object.keys(maker.shows)),
    ...chargeCases,
    ...stateCases,
    ...refundCases,
    ...noticeCases,
    ...(ownCases[maker.name] ?? []),
  ];
}

/** Plays a case; rejects where its promise is broken. Returns false, unplayed, for one that needs a twin where there is none. */
export async function playCase(test: GatewayCase, bench: Bench | TwinBench): Promise<boolean> {
  if (test.on === 'both') await test.play(bench);
  else if ('twin' in bench) await test.play(bench);
  else return false;
  return true;
}
