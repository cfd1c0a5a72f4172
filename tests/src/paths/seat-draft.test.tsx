// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SeatStatus } from '../../../contract/seatmap.ts';
import type { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { pricedTickets, ticketsOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import type {
  SeatDraftContext,
  SeatDraftEvent,
  SeatmapFacts,
} from '../../../machines/seat-draft/seat-draft.types.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { rupiah } from '../../../src/text/format.ts';
import { lawn, seatDraftModel, slug } from '../../model/seat-draft.model.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { field, named } from '../../support/model/app-stage.tsx';
import { walkScreens } from '../../support/model/screen-walk.ts';
import { shownText } from '../../support/shown-text.ts';
import { detail } from '../screens/public-data.tsx';
import { buyer, seat, seatmap } from '../screens/purchase-data.tsx';

const hall = seatmap([
  seat('A1', 1, 1),
  seat('A2', 1, 2),
  seat('A3', 1, 3, 'sold'),
  seat('B9', 2, 9),
]);
const standing = {
  id: lawn.categoryId,
  name: lawn.categoryName,
  color: '#1971c2',
  price: lawn.price,
  max_capacity: 10,
  sold_tickets_count: 9,
  available_seats: lawn.left,
  kind: 'standing' as const,
};

const button = (name: string | RegExp) => named('button', name);
const grid = () => named('grid', 'Denah kursi');
const onSeat = (number: string) =>
  named('gridcell', new RegExp(`^Baris ${number[0]} kursi ${number[1]},`));
const voucherField = () => field('Kode voucher');
const refusedField = () =>
  voucherField()?.getAttribute('aria-invalid') === 'true' ? voucherField() : null;
const goOn = () => button('Continue to Order Form');
const path = (page: string) => expect(window.location.pathname).toBe(`/event/${slug}/${page}`);

const skeleton = () => {
  expect(screen.getByText('Memuat denah kursi')).toBeInTheDocument();
  expect(grid()).toBeNull();
};
const choosing = (context: SeatDraftContext) => {
  const { seats, quantities, error, lostSeats, lostPlaces, offer, found } = context;
  const said = document.querySelector('[role="alert"]')?.textContent ?? '';
  if (error === null && lostSeats.length + lostPlaces.length === 0) expect(said).toBe('');
  if (lostPlaces.length > 0) expect(said).toContain('Lapangan: sudah habis.');
  expect(said).toContain(shownText(error) ?? '');
  if (lostSeats.length > 0)
    expect(said).toContain(`Kursi yang sudah diambil: ${lostSeats.join(', ')}`);
  for (const { seatNumber } of offer ?? []) {
    expect(said).toContain(`Baris ${seatNumber[0]} kursi ${seatNumber[1]}`);
  }
  expect(said.includes('Tidak ada kursi pengganti')).toBe(offer?.length === 0);
  expect(document.body.textContent?.includes('Tidak ada lagi 2 kursi')).toBe(found?.length === 0);
  expect(grid()).not.toBeNull();
  expect(named('section', 'Kursi dipilih')?.querySelectorAll('li')).toHaveLength(
    seats.length + quantities.length,
  );
  expect(screen.getByLabelText('Jumlah Lapangan')).toHaveTextContent(`${quantities.length}`);
  for (const { seatNumber } of seats) {
    expect(onSeat(seatNumber)).toHaveAttribute('aria-selected', 'true');
  }
};
const total = () =>
  [...(named('section', 'Rincian Pesanan')?.querySelectorAll('dt') ?? [])].find(
    ({ textContent }) => textContent === 'Total',
  )?.nextElementSibling;
const checking = () => expect(button('Memeriksa…')).toHaveAttribute('aria-busy', 'true');
const creating = (context: SeatDraftContext) => {
  choosing(context);
  expect(button('Creating Order...')).toHaveAttribute('aria-busy', 'true');
};

walkScreens<typeof seatDraftMachine, SeatDraftEvent, unknown>({
  model: seatDraftModel as never,
  flow: 'seatDraft',
  path: () => `/event/${slug}/seats`,
  account: buyer,
  reading: () => readingAs({ slug, step: 'online' }),
  event: detail({ slug }),
  seatmap: { ...hall, categories: [...hall.categories, standing] },
  gestures: {
    'seat.toggle': { control: ({ seat: { seatNumber } }) => onSeat(seatNumber) },
    'quantity.set': {
      control: ({ count }) => button(count === 0 ? 'Kurangi Lapangan' : 'Tambah Lapangan'),
    },
    'seats.clear': { control: () => button('Hapus semua') },
    'seats.changed': 'from elsewhere',
    'seats.stale': 'from elsewhere',
    'seats.best': {
      control: () => button('Carikan'),
      make: async ({ buyer: person }, { categoryId }, control) => {
        const categories = named('label', 'Kategori kursi') as HTMLLabelElement | null;
        await person.selectOptions(categories?.control ?? control, categoryId ?? '');
        await person.click(control);
      },
    },
    'offer.take': { control: () => button(/^Ambil \d kursi pengganti$/) },
    'voucher.apply': {
      // The state of an empty field shows whether it accepts a code; with text, the button shows it.
      control: ({ code }) => {
        const input = voucherField();
        const isEmpty = input?.value.trim() === '';
        if (code.trim() === '' && !isEmpty) return null;
        return code.trim() !== '' && isEmpty ? input : button(/^(Pakai|Memeriksa…)$/);
      },
      make: async ({ buyer: person }, { code }) => {
        const input = voucherField();
        if (input === null) throw new Error('There is no field for a voucher.');
        // A field that is closed still holds the code of before, and one that is edited takes its rejection back.
        const isTyped = !input.readOnly && input.value !== code.trim().toUpperCase();
        if (isTyped) await person.clear(input);
        await person.click(input);
        if (isTyped) await person.paste(code);
        await person.keyboard('{Enter}');
      },
      withheld: ({ code }, isAt) => code.trim() === '' || isAt('choosing.voucher.applied'),
    },
    'voucher.remove': {
      control: () => button('Hapus voucher HEMAT10') ?? refusedField(),
      make: async ({ buyer: person }, _event, control) =>
        control.matches('input') ? person.type(control, 'X') : person.click(control),
    },
    'draft.request': { control: goOn },
    'draft.continue': { control: () => button('Lanjutkan') },
    'draft.release': { control: () => button('Pilih ulang') },
    'seats.retry': { control: () => button('Try Again') ?? button('Periksa lagi') },
    'call.hasten': 'from elsewhere',
    'queue.reading': 'from elsewhere',
    'session.timeUp': 'from elsewhere',
  },
  beside: (step, { seatmaps, stage }) => {
    const show = (numbers: readonly string[], status: SeatStatus) => {
      seatmaps.patch(
        slug,
        numbers.map((seat_number) => ({ seat_number, status })),
      );
    };
    if (step.kind === 'answer' && step.call === 'loadSeatmap') return readMap(step.output);
    if (step.kind !== 'send') return undefined;
    const event = step.event as SeatDraftEvent;
    if (event.type === 'seats.changed') {
      show(event.taken, 'booked');
      const left = event.left ?? [];
      seatmaps.patch(
        slug,
        [],
        left.map((each) => ({ category: each.categoryId, left: each.left })),
      );
    }
    if (event.type === 'quantity.set') {
      seatmaps.patch(slug, [], [{ category: lawn.categoryId, left: lawn.left }]);
    }
    if (event.type === 'seat.toggle')
      show([event.seat.seatNumber], event.seat.status as SeatStatus);
    return undefined;

    /** Chosen seats that are not restored are lost. */
    async function readMap(output: unknown) {
      const answer = output as Result<SeatmapFacts>;
      if (!answer.ok) return;
      const { seats } = stage.snapshot().context as SeatDraftContext;
      const kept = answer.value.restored.map(({ seatNumber }) => seatNumber);
      await seatmaps.load(slug);
      show(kept, 'available');
      show(
        seats.map(({ seatNumber }) => seatNumber).filter((number) => !kept.includes(number)),
        'booked',
      );
    }
  },
  sights: {
    'checkingAccess.readingDraft': skeleton,
    'checkingAccess.deciding': 'never rests',
    'checkingAccess.clearing': skeleton,
    'checkingAccess.recalling': skeleton,
    loadingSeatmap: (context) => (ticketsOf(context) === 0 ? skeleton() : choosing(context)),
    'choosing.selection.saving': choosing,
    'choosing.selection.kept': choosing,
    'choosing.pricing.resuming': 'never rests',
    'choosing.pricing.blank': () =>
      expect(screen.getByText('Belum ada kursi dipilih.')).toBeInTheDocument(),
    'choosing.pricing.asking': ({ preview }) => {
      if (preview === null) expect(total()).not.toHaveTextContent(/Rp/);
    },
    'choosing.pricing.priced': ({ preview }) =>
      expect(total()).toHaveTextContent(rupiah(preview?.pricing_details.final_price ?? 0)),
    // An earlier price stays; without one the page calculates it with 10 % tax.
    'choosing.pricing.unpriced': (context) =>
      expect(total()).toHaveTextContent(
        rupiah(
          context.preview?.pricing_details.final_price ??
            pricedTickets(context).reduce((sum, { price }) => sum + price * 1.1, 0),
        ),
      ),
    'choosing.voucher.resuming': 'never rests',
    'choosing.voucher.idle': () => expect(voucherField()).toBeValid(),
    'choosing.voucher.checking': checking,
    'choosing.voucher.releasing': checking,
    'choosing.voucher.applied': () =>
      expect(screen.getAllByText(/Voucher HEMAT10 dipakai/)[0]).toBeInTheDocument(),
    'choosing.voucher.rejected': ({ voucherError }) =>
      expect(voucherField()).toHaveAccessibleDescription(shownText(voucherError) ?? '?'),
    'choosing.voucher.ended': () =>
      expect(voucherField()).toHaveAccessibleDescription(
        'Sesi Anda telah berakhir. Silakan login kembali.',
      ),
    findingSeats: choosing,
    findingOffer: choosing,
    creatingDraft: creating,
    'releasingThenRetrying.releasing': creating,
    'releasingThenRetrying.retrying': creating,
    verifying: creating,
    askingDraft: ({ held, error }) => {
      expect(screen.getByText(`Kursi ${held?.join(', ')} sedang Anda pesan.`)).toBeInTheDocument();
      expect(document.querySelector('[role="alert"]')?.textContent ?? '').toBe(
        shownText(error) ?? '',
      );
      expect(grid()).toBeNull();
    },
    releasingDraft: () => expect(button('Pilih ulang')).toHaveAttribute('aria-busy', 'true'),
    unverified: ({ error, asked }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(shownText(error) ?? '?');
      expect(screen.getByRole('alert')).toHaveTextContent(
        asked === 'unanswered' ? 'Jika pesanan Anda sudah diterima' : 'Kursi Anda tetap dipesan',
      );
      expect(grid()).toBeNull();
    },
    refused: ({ error }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(shownText(error) ?? '?');
      expect(grid()).toBeNull();
    },
    drafted: () => path('order-form'),
    timeUp: () => path('seats'),
    queue: () => path('queue'),
    elsewhere: () => expect(grid()).toBeNull(),
    signedOut: () => expect(window.location.pathname).toBe('/auth/login'),
  },
});
