// @vitest-environment jsdom
import { sha256 } from '@noble/hashes/sha2.js';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Draw } from '../../../contract/draw/calls.ts';
import { fromHex, toHex } from '../../../contract/draw/hashing.ts';
import { pathOf, rootOf, treeOf } from '../../../contract/draw/list.ts';
import { commitmentTo, numbersOf, seedOf } from '../../../contract/draw/order.ts';
import { DrawView } from '../../../src/screens/draw/draw.view.tsx';
import { prove } from '../../../src/screens/draw/prove.ts';
import type { CheckPlace } from '../../../src/screens/draw/proved.ts';
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
const seed = seedOf(sha256, { event: slug, secret, root, entrants: 3, beacon: null });
const numberAt = (index: number) => 1_000 + numbersOf(sha256, seed, 3)(index);

/** As the server answers. */
const check: CheckPlace = async (of, name) => {
  const index = names.indexOf(name);
  if (index < 0) return 'notListed';
  const path = pathOf(tree, index).map(toHex);
  return (await prove(slug, of, { name, index, path })) ?? 'failed';
};

function page(given: Partial<Parameters<typeof DrawView>[0]> = {}) {
  const props = { slug, draws: [draw], hasFailed: false, ownName: null };
  return drawPage(<DrawView {...props} onCheck={check} onRetry={vi.fn()} {...given} />);
}

describe('the page of a draw', () => {
  it('computes the number of its reader on this device, and shows each step', async () => {
    page({ ownName: 'bbbbbbbb' });
    expect(screen.getByLabelText('Nama undian')).toHaveValue('bbbbbbbb');
    await userEvent.click(screen.getByRole('button', { name: 'Periksa' }));
    const number = numberAt(1).toLocaleString('id-ID');
    expect(await screen.findByText(`Nomor ${number} benar.`)).toBeInTheDocument();
    expect(
      screen.getByText('Nama ada di daftar yang ditutup, di tempat 2 dari 3.'),
    ).toBeInTheDocument();
  });

  it('fills in the name of its reader once it is known, and never over what was typed', async () => {
    const view = (ownName: string | null) => (
      <DrawView
        slug={slug}
        draws={[draw]}
        hasFailed={false}
        ownName={ownName}
        onCheck={check}
        onRetry={vi.fn()}
      />
    );
    const { rerender } = drawPage(view(null));
    const field = screen.getByLabelText('Nama undian');
    rerender(view('bbbbbbbb'));
    expect(field).toHaveValue('bbbbbbbb');
    await userEvent.clear(field);
    await userEvent.type(field, 'cccc');
    rerender(view('aaaaaaaa'));
    expect(field).toHaveValue('cccc');
  });

  it('says that a name is not in the list, and what a name looks like', async () => {
    page();
    const field = screen.getByLabelText('Nama undian');
    await userEvent.type(field, 'Bukan Nama');
    await userEvent.click(screen.getByRole('button', { name: 'Periksa' }));
    expect(screen.getByText(/4 sampai 32 huruf kecil/)).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, 'DDDDDDDD');
    await userEvent.click(screen.getByRole('button', { name: 'Periksa' }));
    expect(
      await screen.findByText('Nama ini tidak ada di daftar yang ditutup.'),
    ).toBeInTheDocument();
  });

  it.each([
    ['secret', { secret: '5f'.repeat(32) }, /Rahasia tidak cocok/],
    ['list', { root: 'ab'.repeat(32) }, /tidak mengarah ke daftar/],
    [
      'beacon',
      {
        beacon: {
          chain: 'ab'.repeat(32),
          round: 1_000,
          at: '2026-03-07T10:00:10+07:00',
          signature: 'ab'.repeat(48),
        },
      },
      /suar publik tidak asli/,
    ],
  ] as const)('calls a draw with a changed %s not valid', async (_part, change, words) => {
    page({ draws: [{ ...draw, ...change }], ownName: 'aaaaaaaa' });
    await userEvent.click(screen.getByRole('button', { name: 'Periksa' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('shows what is published so far, and no check before the order is', () => {
    page({
      draws: [
        {
          ...draw,
          state: 'opened',
          closed_at: null,
          root: null,
          entrants: null,
          secret: null,
          drawn_at: null,
        },
      ],
    });
    expect(screen.getByText(draw.commitment)).toBeInTheDocument();
    expect(screen.getByText(/Daftar ditutup saat penjualan dimulai/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Periksa' })).not.toBeInTheDocument();
  });

  it('offers the whole file, and the command with what was published before', () => {
    page();
    expect(screen.getByRole('link', { name: /Unduh berkas undian/ })).toHaveAttribute(
      'href',
      `/api/queue/${slug}/draw/sale/list`,
    );
    expect(
      screen.getByText(new RegExp(`--commitment ${draw.commitment} --root ${root}`)),
    ).toBeInTheDocument();
  });

  it('says that an event holds no draw', () => {
    page({ draws: [] });
    expect(screen.getByText('Acara ini tidak mengadakan undian')).toBeInTheDocument();
  });
});
