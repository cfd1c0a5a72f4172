import { sha256 } from '@noble/hashes/sha2.js';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Draw } from '../../../contract/draw/calls.ts';
import { fromHex, toHex } from '../../../contract/draw/hashing.ts';
import { pathOf, rootOf, treeOf } from '../../../contract/draw/list.ts';
import { commitmentTo, numbersOf, seedOf } from '../../../contract/draw/order.ts';
import { DrawView } from '../../../src/screens/draw/draw.view.tsx';
import { prove } from '../../../src/screens/draw/prove.ts';
import type { CheckPlace } from '../../../src/screens/draw/proved.ts';
import { enter, itReads, press, reads } from './page.ts';
import { draw as drawPage } from './purchase-data.tsx';

const slug = 'pesta-rakyat-bandung';
const secret = '5e'.repeat(32);
const names = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];
const tree = treeOf(sha256, names);
const root = toHex(rootOf(tree));
const draw: Draw = {
  kind: 'sale',
  state: 'drawn',
  opened_at: '2026-03-07T09:30:00+07:00',
  draws_at: '2026-03-07T10:00:00+07:00',
  commitment: toHex(commitmentTo(sha256, slug, fromHex(secret))),
  beacon: null,
  closed_at: '2026-03-07T10:00:00+07:00',
  entrants: 3,
  root,
  drawn_at: '2026-03-07T10:00:01+07:00',
  secret,
  first: 1_001,
};
const unknown = { closed_at: null, root: null, entrants: null, secret: null, drawn_at: null };

const opened: Draw = { ...draw, state: 'opened', ...unknown };

/** As the server responds. */
const check: CheckPlace = async (of, name) => {
  const index = names.indexOf(name);
  if (index < 0) return 'notListed';
  const path = pathOf(tree, index).map(toHex);
  return (await prove(slug, of, { name, index, path })) ?? 'failed';
};

function view(given: Partial<Parameters<typeof DrawView>[0]> = {}) {
  const props = { slug, draws: [draw], hasFailed: false, ownName: null };
  return <DrawView {...props} onCheck={check} onRetry={vi.fn()} {...given} />;
}
const page = (given: Parameters<typeof view>[0] = {}) => drawPage(view(given));

itReads(page, [
  [[draw.commitment, { no: { button: 'Periksa' } }], { draws: [opened] }],
  [/Daftar ditutup saat penjualan dimulai/, { draws: [opened] }],
  [new RegExp(`--commitment ${draw.commitment} --root ${root}`), {}],
  ['Acara ini tidak mengadakan undian', { draws: [] }],
]);

it('the page of a draw computes the number of its reader on this device, and shows each step (§2.456)', async () => {
  page({ ownName: 'bbbbbbbb' });
  press('Periksa');
  const seed = seedOf(sha256, { event: slug, secret, root, entrants: 3, beacon: null });
  const number = 1_000 + numbersOf(sha256, seed, 3)(1);
  await screen.findByText(`Nomor ${number.toLocaleString('id-ID')} benar.`);
  reads('Nama ada di daftar yang ditutup, di tempat 2 dari 3.');
  expect(screen.getByRole('link', { name: /Unduh berkas undian/ })).toHaveAttribute(
    'href',
    `/api/queue/${slug}/draw/sale/list`,
  );
});

it('the page of a draw says that a name is not in the list, and what a name looks like', async () => {
  page();
  enter('Nama undian', 'Bukan Nama');
  press('Periksa');
  reads(/4 sampai 32 huruf kecil/);
  enter('Nama undian', 'DDDDDDDD');
  press('Periksa');
  await screen.findByText('Nama ini tidak ada di daftar yang ditutup.');
});

const beacon = {
  chain: 'ab'.repeat(32),
  round: 1_000,
  at: '2026-03-07T10:00:10+07:00',
  signature: 'ab'.repeat(48),
};
it.each([
  ['secret', { secret: '5f'.repeat(32) }, /Rahasia tidak cocok/],
  ['list', { root: 'ab'.repeat(32) }, /tidak mengarah ke daftar/],
  ['beacon', { beacon }, /suar publik tidak asli/],
] as const)('a draw with a changed %s is called not valid', async (_part, change, words) => {
  page({ draws: [{ ...draw, ...change }], ownName: 'aaaaaaaa' });
  press('Periksa');
  await screen.findByText(words);
});
