import assert from 'node:assert/strict';
import type { GatewayNotice } from '../../server/gateway/gateway.ts';
import type { TwinNotice } from '../../tools/desk/twins/twin.ts';
import type { TwinBench } from './bench.ts';
import { amount, type GatewayCase, makeCharge } from './cases.ts';

function read(bench: TwinBench, notice: TwinNotice): GatewayNotice {
  const said = bench.gateway.readNotice(notice.body, notice.headers, bench.now());
  assert.ok(typeof said === 'object', `the notification is ${String(said)}`);
  return said;
}

const last = (bench: TwinBench) => {
  const notice = bench.notices.at(-1);
  assert.ok(notice, 'no notification came');
  return notice;
};

/** Notifications: signed or not, repeated, in any order. */
export const noticeCases: readonly GatewayCase[] = [
  {
    title: 'a settlement is notified with payment, amount and currency',
    on: 'twin',
    play: async (bench) => {
      const { charge } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      const said = read(bench, last(bench));
      assert.equal(said.paymentId, charge.paymentId);
      assert.equal(said.amount, amount);
      assert.equal(said.currency, 'IDR');
      assert.equal(said.status, 'settlement');
    },
  },
  {
    title: 'a notification that a stranger touched is unsigned',
    on: 'twin',
    play: async (bench) => {
      const { charge } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      for (const forged of bench.maker.forge(last(bench))) {
        assert.equal(
          bench.gateway.readNotice(forged.body, forged.headers, bench.now()),
          'unsigned',
        );
      }
    },
  },
  {
    title: 'a notification signed with another key is unsigned',
    on: 'twin',
    play: async (bench) => {
      await makeCharge(bench, 'bca');
      const { charge } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      const { body, headers } = last(bench);
      assert.equal(
        bench.connect({ key: 'another-key' }).readNotice(body, headers, bench.now()),
        'unsigned',
      );
    },
  },
  {
    title: 'a notification of another merchant is not applied',
    on: 'twin',
    play: async (bench) => {
      const { charge } = await makeCharge(bench, 'qris');
      await bench.twin.act(charge.paymentId, 'settle');
      const { body, headers } = last(bench);
      const other = bench.connect({ merchantId: 'G999999999' });
      assert.equal(other.readNotice(body, headers, bench.now()), 'unreadable');
    },
  },
  {
    title: 'three of the same are one by their id',
    on: 'twin',
    play: async (bench) => {
      const { charge } = await makeCharge(bench, 'qris');
      const before = bench.notices.length;
      bench.twin.post('thrice');
      await bench.twin.act(charge.paymentId, 'settle');
      const ids = bench.notices.slice(before).map((notice) => read(bench, notice).eventId);
      assert.equal(ids.length, 3);
      assert.equal(new Set(ids).size, 1);
    },
  },
  {
    title: 'a settlement before its pending, and a denial after it, are told apart',
    on: 'twin',
    play: async (bench) => {
      bench.twin.post('swapped');
      const { charge } = await makeCharge(bench, 'mandiri');
      await bench.twin.act(charge.paymentId, 'settle');
      await bench.twin.act(charge.paymentId, 'reverse');
      await bench.twin.flush();
      const said = bench.notices.map((notice) => read(bench, notice));
      const statuses = said.map(({ status }) => status);
      assert.ok(statuses.indexOf('deny') >= 0, 'no denial came');
      assert.ok(statuses.indexOf('settlement') > statuses.indexOf('deny'));
      assert.equal(new Set(said.map(({ eventId }) => eventId)).size, said.length);
    },
  },
  {
    title: 'text that is no notification is unsigned',
    on: 'both',
    play: async (bench) => {
      for (const text of ['', 'null', '[]', '{}', '"x"', '{"order_id":1}', '\u0000', '<xml/>']) {
        assert.equal(bench.gateway.readNotice(text, {}, bench.now()), 'unsigned');
      }
    },
  },
];
