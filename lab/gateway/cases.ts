import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  ChargeDenied,
  type ChargeRef,
  type ChargeRequest,
  type ChargeStatus,
} from '../../server/gateway/gateway.ts';
import type { Bench, TwinBench } from './bench.ts';

/** One promise of a gateway's wire. Cases that steer the payer or the network need the twin. */
export type GatewayCase =
  | { readonly title: string; readonly on: 'both'; readonly play: (b: Bench) => Promise<void> }
  | { readonly title: string; readonly on: 'twin'; readonly play: (b: TwinBench) => Promise<void> };

/** The key of a refund. */
const key = 'a-refund-of-ours';
/** The amount of every charge, whole rupiah. */
export const amount = 145_000;

/** A charge of one method whose hold ends in 20 minutes. */
export function chargeOf(bench: Bench, methodCode: string): ChargeRequest {
  return {
    paymentId: randomUUID(),
    orderCode: 'RTX-UJI-1',
    amount,
    methodCode,
    createdAt: bench.now(),
    expiresAt: new Date(bench.now().getTime() + 20 * 60_000),
    buyer: { name: 'Pembeli Uji', email: 'pembeli@contoh.id', phone: '+6281234567890' },
    items: [
      {
        name: 'Tribun Utara A-12 yang namanya lebih panjang dari batas gateway',
        quantity: 2,
        price: 75_000,
      },
      { name: 'Potongan', quantity: 1, price: -5_000 },
    ],
    returnUrl: 'https://contoh.id/bayar',
    language: 'id',
    phone: '+6281234567890',
  };
}

/** A charge that was made, and its name. */
export async function makeCharge(bench: Bench, methodCode: string) {
  const charge = chargeOf(bench, methodCode);
  const made = await bench.gateway.charge(charge);
  return { charge, made, name: nameOf(charge, made.reference) };
}

/** The name of a charge. */
export function nameOf(charge: ChargeRequest, reference: string | null): ChargeRef {
  return { paymentId: charge.paymentId, methodCode: charge.methodCode, reference };
}

/** The gateway says of a charge what is expected, in rupiah, under the id that it gave the charge. */
async function answersOf(
  bench: Bench,
  name: ChargeRef,
  expected: Pick<ChargeStatus, 'status' | 'amount' | 'reference' | 'refunds'>,
): Promise<void> {
  const said = { ...expected, currency: 'IDR', transaction: name.reference };
  assert.deepEqual(await bench.gateway.status(name), said);
}

async function isDenied(work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, ChargeDenied);
}

/** Fails in a way that is worth a repetition, and names no key. */
async function failsForNow(bench: Bench, work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error: Error) => {
    assert.ok(!(error instanceof ChargeDenied), 'the charge was denied');
    assert.ok(!error.message.includes(bench.maker.twinKey), 'the message names the key');
    return true;
  });
}

/** One case for each method: the charge says how to pay it, and ends when it should. */
export function methodCases(methods: readonly string[]): GatewayCase[] {
  return methods.map((code) => ({
    title: `a charge by ${code} says how to pay it`,
    on: 'both',
    play: async (bench) => {
      const { made } = await makeCharge(bench, code);
      for (const field of bench.maker.shows[code] ?? []) {
        assert.ok(
          Object.entries(made.data).some(([key, value]) => key === field && Boolean(value)),
          `${field} is missing`,
        );
      }
      const window = bench.gateway.methods.find((method) => method.code === code)?.window;
      const seconds = window?.least === window?.most ? (window?.least ?? 0) : 20 * 60;
      if (made.expiresAt === null) return;
      const lasts = (made.expiresAt.getTime() - bench.now().getTime()) / 1000;
      assert.ok(Math.abs(lasts - seconds) <= 90, `it lasts ${lasts} s instead of ${seconds} s`);
    },
  }));
}

/** Charges that meet a bad gateway or a bad network. */
export const chargeCases: readonly GatewayCase[] = [
  {
    title: 'the same payment twice is one charge',
    on: 'both',
    play: async (bench) => {
      const { charge, made } = await makeCharge(bench, 'qris');
      assert.deepEqual(await bench.gateway.charge(charge), made);
    },
  },
  {
    title: 'an account number is given again after the key was forgotten',
    on: 'twin',
    play: async (bench) => {
      const { charge, made } = await makeCharge(bench, 'bca');
      bench.advance(6 * 60);
      assert.deepEqual((await bench.gateway.charge(charge)).data, made.data);
      assert.equal(bench.twin.charges().length, 1);
    },
  },
  {
    title: 'a charge whose first call still runs is worth a repetition',
    on: 'twin',
    play: async (bench) => {
      const charge = chargeOf(bench, 'qris');
      bench.twin.faultNext('running');
      await failsForNow(bench, bench.gateway.charge(charge));
      assert.ok((await bench.gateway.charge(charge)).data.qr_string);
    },
  },
  {
    title: 'a method that the merchant may not use is denied',
    on: 'twin',
    play: async (bench) => {
      bench.twin.faultNext('disabled');
      await isDenied(bench.gateway.charge(chargeOf(bench, 'dana')));
    },
  },
  {
    title: 'a charge that the gateway cannot read is denied',
    on: 'both',
    play: (bench) =>
      isDenied(bench.gateway.charge({ ...chargeOf(bench, 'qris'), items: [], amount: -1 })),
  },
  {
    title: 'a wallet that denies at once is a denial',
    on: 'twin',
    play: async (bench) => {
      bench.twin.faultNext('denied');
      await isDenied(bench.gateway.charge(chargeOf(bench, 'ovo')));
    },
  },
  {
    title: 'a wrong key is an error of ours, and is not shown',
    on: 'both',
    play: (bench) =>
      failsForNow(bench, bench.connect({ key: 'wrong-key' }).charge(chargeOf(bench, 'qris'))),
  },
  {
    title: 'an error of the gateway is worth a repetition',
    on: 'twin',
    play: async (bench) => {
      bench.twin.faultNext('error');
      await failsForNow(bench, bench.gateway.charge(chargeOf(bench, 'qris')));
    },
  },
  {
    title: 'a gateway that does not answer is given up',
    on: 'twin',
    play: async (bench) => {
      bench.twin.faultNext('slow');
      const impatient = bench.connect({ timeoutMs: 50 });
      await failsForNow(bench, impatient.charge(chargeOf(bench, 'qris')));
    },
  },
  {
    title: 'a charge whose response was lost is not made twice',
    on: 'twin',
    play: async (bench) => {
      const charge = chargeOf(bench, 'qris');
      bench.twin.faultNext('lost');
      await failsForNow(bench, bench.gateway.charge(charge));
      assert.ok((await bench.gateway.charge(charge)).data.qr_string);
      assert.equal(bench.twin.charges().length, 1);
    },
  },
  {
    title: 'a charge for another amount is not shown to the buyer',
    on: 'twin',
    play: async (bench) => {
      bench.twin.faultNext('otherAmount');
      await failsForNow(bench, bench.gateway.charge(chargeOf(bench, 'qris')));
    },
  },
  {
    title: 'a closed port is worth a repetition',
    on: 'both',
    play: (bench) =>
      failsForNow(
        bench,
        bench.connect({ url: 'http://127.0.0.1:9' }).charge(chargeOf(bench, 'qris')),
      ),
  },
];

/** What the gateway says when it is asked, and how a charge ends. */
export const stateCases: readonly GatewayCase[] = [
  {
    title: 'a new charge is pending, with its amount and currency',
    on: 'both',
    play: async (bench) => {
      const { name } = await makeCharge(bench, 'bca');
      await answersOf(bench, name, { status: 'pending', amount, reference: null });
    },
  },
  {
    title: 'a lost notification is made good by asking',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      bench.twin.post('lost');
      await bench.twin.act(charge.paymentId, 'settle');
      await answersOf(bench, name, { status: 'settlement', amount, reference: null });
    },
  },
  {
    title: 'an expiry that comes late is pending until it comes',
    on: 'twin',
    play: async (bench) => {
      bench.twin.expireLate(120);
      const { name } = await makeCharge(bench, 'qris');
      bench.advance(20 * 60 + 60);
      assert.equal((await bench.gateway.status(name))?.status, 'pending');
      bench.advance(60);
      assert.equal((await bench.gateway.status(name))?.status, 'expire');
    },
  },
  {
    title: 'money after the expiry is a settlement',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'bca');
      bench.advance(20 * 60);
      assert.equal((await bench.gateway.status(name))?.status, 'expire');
      await bench.twin.act(charge.paymentId, 'settle');
      assert.equal((await bench.gateway.status(name))?.status, 'settlement');
    },
  },
  {
    title: 'a settlement that the bank takes back is seen',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'mandiri');
      await bench.twin.act(charge.paymentId, 'settle');
      await bench.twin.act(charge.paymentId, 'reverse');
      assert.ok(['deny', 'reversal'].includes((await bench.gateway.status(name))?.status ?? ''));
    },
  },
  {
    title: 'an unknown charge is unknown',
    on: 'both',
    play: async (bench) => {
      const charge = chargeOf(bench, 'qris');
      assert.equal(await bench.gateway.status(nameOf(charge, `pr-${randomUUID()}`)), null);
    },
  },
  {
    title: 'a pending charge is voided, and cannot be paid then',
    on: 'both',
    play: async (bench) => {
      const { name } = await makeCharge(bench, 'bca');
      assert.equal(await bench.gateway.void(name), true);
      const status = (await bench.gateway.status(name))?.status ?? '';
      assert.ok(['cancel', 'expire'].includes(status), status);
    },
  },
  {
    title: 'a charge that never came to be counts as void',
    on: 'both',
    play: async (bench) => {
      const charge = chargeOf(bench, 'qris');
      assert.equal(await bench.gateway.void(nameOf(charge, `pr-${randomUUID()}`)), true);
    },
  },
  {
    title: 'a paid charge is not voided',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      assert.equal(await bench.gateway.void(name), false);
      assert.equal((await bench.gateway.status(name))?.status, 'settlement');
    },
  },
  {
    title: 'an expired charge is void',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'expire');
      assert.equal(await bench.gateway.void(name), true);
    },
  },
];

/** Money that goes back through the gateway. */
export const refundCases: readonly GatewayCase[] = [
  {
    title: 'a refund returns the whole, and is seen when asked',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      const reference = await bench.gateway.refund(name, amount, key);
      assert.ok(reference);
      const refunds = [{ key, amount, state: 'done', reference }] as const;
      await answersOf(bench, name, { status: 'refund', amount, reference, refunds });
    },
  },
  {
    title: 'a refund whose response was lost is not made twice',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      bench.twin.faultNext('lost');
      await failsForNow(bench, bench.gateway.refund(name, 45_000, key));
      const reference = await bench.gateway.refund(name, 45_000, key);
      const refunds = [{ key, amount: 45_000, state: 'done', reference }] as const;
      const expected = { status: 'partial_refund', amount: 45_000, reference } as const;
      await answersOf(bench, name, { ...expected, refunds });
    },
  },
  {
    title: 'refunds of the same amount are told apart by their keys, one from the dashboard too',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      for (const one of ['first', 'second']) {
        assert.ok(await bench.gateway.refund(name, 45_000, one));
        assert.ok(await bench.gateway.refund(name, 45_000, one));
      }
      await bench.twin.act(charge.paymentId, 'refundPart');
      const { refunds = [] } = (await bench.gateway.status(name)) ?? {};
      const amounts = refunds.map((one) => one.amount);
      assert.deepEqual(amounts, [45_000, 45_000, Math.floor((amount - 90_000) / 2)]);
      assert.deepEqual(
        refunds.slice(0, 2).map((one) => one.key),
        ['first', 'second'],
      );
      assert.equal(new Set(refunds.map((one) => one.key)).size, 3);
    },
  },
  {
    title: 'more than was paid is not refunded',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      await failsForNow(bench, bench.gateway.refund(name, amount + 1, key));
      assert.equal((await bench.gateway.status(name))?.status, 'settlement');
    },
  },
  {
    title: 'a refund that the gateway refuses returns nothing, and may be repeated',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'dana');
      await bench.twin.act(charge.paymentId, 'settle');
      bench.twin.faultNext('refundRefused');
      await failsForNow(bench, bench.gateway.refund(name, amount, key));
      assert.equal((await bench.gateway.status(name))?.status, 'settlement');
      assert.ok(await bench.gateway.refund(name, amount, key));
    },
  },
  {
    title: 'a virtual account is not refunded through the gateway',
    on: 'twin',
    play: async (bench) => {
      const { charge, name } = await makeCharge(bench, 'bca');
      await bench.twin.act(charge.paymentId, 'settle');
      await failsForNow(bench, bench.gateway.refund(name, amount, key));
    },
  },
];
