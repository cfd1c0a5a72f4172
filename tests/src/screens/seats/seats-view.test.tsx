// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Seatmap } from '../../../../contract/seatmap.ts';
import type { SeatChoice } from '../../../../machines/seat-draft/seat-draft.types.ts';
import { SeatsView, type SeatsViewProps } from '../../../../src/screens/seats/seats.view.tsx';
import { buildSeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { draw, seat, seatmap, seatMap as smallMap } from '../purchase-data.tsx';

withModalDialogs();

afterEach(() => {
  vi.unstubAllGlobals();
});

function drawable(map: Seatmap) {
  const seatMap = buildSeatMapData(map);
  if (seatMap === null) throw new Error('The map cannot be drawn.');
  return seatMap;
}
const seatMap = () => drawable(smallMap);

const chosen: SeatChoice = {
  seatNumber: 'A-1',
  row: '3',
  column: 1,
  status: 'available',
  categoryId: 'vip',
  categoryName: 'VIP',
  price: 750_000,
};

const noVoucher: SeatsViewProps['voucher'] = {
  isSignedIn: true,
  isChecking: false,
  applied: null,
  error: null,
  canChange: true,
  canApply: () => true,
  onApply: vi.fn(),
  onEdit: vi.fn(),
  onRemove: vi.fn(),
};

function seats(more: Partial<SeatsViewProps> = {}) {
  const props: SeatsViewProps = {
    stage: 'choosing',
    event: { name: 'Konser Senja', venue: 'Taman', date: 'Sabtu, 7 Maret 2026, 19:30 WIB' },
    seatMap: seatMap(),
    draft: {
      seats: [],
      quantities: [],
      isMade: true,
      isReleasing: false,
      onContinue: vi.fn(),
      onRelease: vi.fn(),
    },
    version: 1,
    seats: [],
    quantities: [],
    lostSeats: [],
    lostPlaces: [],
    offer: null,
    canTakeOffer: false,
    found: null,
    best: { isFinding: false, nothing: null, canFind: () => true, onFind: vi.fn(), wishes: [] },
    error: null,
    pricing: null,
    voucher: {
      isSignedIn: true,
      isChecking: false,
      applied: null,
      error: null,
      canChange: true,
      canApply: () => true,
      onApply: vi.fn(),
      onEdit: vi.fn(),
      onRemove: vi.fn(),
    },
    isCreating: false,
    isFrozen: false,
    canContinue: false,
    onToggle: vi.fn(() => true),
    onQuantity: vi.fn(() => true),
    onTakeOffer: vi.fn(),
    onClear: vi.fn(),
    onContinue: vi.fn(),
    onRetry: vi.fn(),
    ...more,
  };
  draw(<SeatsView {...props} />);
  return props;
}

function phone() {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const priced = { original_price: 750_000, discount: 0, tax: 75_000, final_price: 825_000 };
const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name });

describe('a draft that is there already (ruling R4)', () => {
  const draft = (more: Partial<SeatsViewProps['draft']> = {}) => ({
    seats: ['A-1', 'A-2'],
    quantities: [],
    isMade: true,
    isReleasing: false,
    onContinue: vi.fn(),
    onRelease: vi.fn(),
    ...more,
  });

  it('is named, with both actions, and hides the seat choice', async () => {
    const held = draft();
    seats({ stage: 'asking', draft: held });
    expect(screen.getByText('Kursi A-1, A-2 sedang Anda pesan.')).toBeVisible();
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Lanjutkan' }));
    expect(held.onContinue).toHaveBeenCalledTimes(1);
    expect(held.onRelease).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Pilih ulang' }));
    expect(held.onRelease).toHaveBeenCalledTimes(1);
  });

  it('cannot be continued while its seats are being released, and shows the error', async () => {
    const held = draft({ isReleasing: true });
    seats({ stage: 'asking', draft: held, error: { key: 'seats.cancelFailed' } });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to cancel order draft');
    await userEvent.click(screen.getByRole('button', { name: 'Lanjutkan' }));
    expect(held.onContinue).not.toHaveBeenCalled();
  });

  it.each([
    [true, 'Kursi Anda tetap dipesan'],
    [false, 'Jika pesanan Anda sudah diterima'],
  ])('[R14] that could not be looked at is held all the same: made %s', async (isMade, words) => {
    const { onRetry } = seats({
      stage: 'unverified',
      seatMap: null,
      error: { key: 'seats.draftUnverified' },
      draft: draft({ isMade }),
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to verify draft status.');
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: 'Periksa lagi' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('[R8] quantities that were chosen by category before', () => {
  it('are ready to be searched, with the true number of free seats', async () => {
    const onFind = vi.fn();
    const wishes = [
      { categoryId: 'vip', count: 3 },
      { categoryId: 'festival', count: 900 },
      { categoryId: 'lain', count: 1 },
    ];
    seats({ best: { isFinding: false, nothing: null, canFind: () => true, onFind, wishes } });
    expect(
      screen.getByText(/^Pilihan Anda: 3 × VIP, 900 × Festival \(tersisa \d+\)$/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Carikan' }));
    expect(onFind).toHaveBeenCalledWith({ count: 3, categoryId: 'vip' });
  });
});

describe('the seats page', () => {
  it('has its heading, the limit and the count', () => {
    seats({ seats: [chosen], pricing: priced });
    expect(screen.getByRole('heading', { level: 1, name: 'Choose Your Seats' })).toHaveFocus();
    expect(screen.getByText('Select up to 5 seats')).toBeInTheDocument();
    expect(screen.getAllByText('1 / 5 selected').length).toBeGreaterThan(0);
  });

  it('is a skeleton while the map loads', () => {
    seats({ stage: 'loading', seatMap: null });
    expect(screen.getByRole('status')).toHaveTextContent('Memuat denah kursi');
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  });

  it('says why the map did not load and tries again', async () => {
    const props = seats({
      stage: 'refused',
      seatMap: null,
      error: { key: 'seats.mapMissing' },
    });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Seatmap configuration is missing or invalid.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(props.onRetry).toHaveBeenCalledTimes(1);
  });

  it('shows placeholders for unknown facts', () => {
    seats({ event: { name: 'Konser', venue: null, date: null } });
    expect(screen.getByText('Venue TBA')).toBeInTheDocument();
    expect(screen.getByText('Date TBA')).toBeInTheDocument();
  });

  it('marks a category that is almost full', () => {
    seats();
    const list = screen.getByRole('region', { name: 'Kategori tiket' });
    expect(within(list).getByText(/8 kursi tersisa/)).toHaveTextContent('Hampir habis');
    expect(within(list).getByText('20 kursi tersisa')).not.toHaveTextContent('Hampir habis');
  });
});

describe('the strip above the map', () => {
  it('highlights one category at a time', async () => {
    seats();
    const list = screen.getByRole('region', { name: 'Kategori tiket' });
    const chip = (name: RegExp) => within(list).getByRole('button', { name });
    await userEvent.click(chip(/^VIP/));
    expect(chip(/^VIP/)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(chip(/^Festival/));
    expect(chip(/^VIP/)).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(chip(/^Festival/));
    expect(chip(/^Festival/)).toHaveAttribute('aria-pressed', 'false');
  });

  it('has the prices and the signs of the map, those of marked places where it has such', () => {
    const marked = { ...seat('A-1', 1, 1), access: 'wheelchair' } as const;
    seats({ seatMap: drawable(seatmap([marked, seat('A-2', 1, 2)])) });
    const list = screen.getByRole('region', { name: 'Kategori tiket' });
    expect(within(list).getByRole('button', { name: /^VIP/ })).toHaveTextContent('Rp750.000');
    const legend = screen.getByRole('region', { name: 'Keterangan warna' });
    expect(legend).toHaveTextContent('Kursi rodadipilihterisihampir habis');
  });
});

describe('the grid', () => {
  it('names every seat with its row, category, price and state', () => {
    seats();
    expect(cell('Baris A kursi 1, VIP, Rp750.000, tersedia')).toBeInTheDocument();
    expect(cell('Baris A kursi 2, VIP, Rp750.000, terjual')).toBeInTheDocument();
    expect(cell('Baris A kursi 3, VIP, Rp750.000, sudah dipesan')).toBeInTheDocument();
    expect(cell('Baris A kursi 4, VIP, Rp750.000, sudah dipesan')).toBeInTheDocument();
    expect(cell('Baris B kursi 2, Festival, Rp250.000, hampir habis')).toBeInTheDocument();
    expect(
      cell('Baris B kursi 3, Festival, Rp250.000, sedang dalam transaksi'),
    ).toBeInTheDocument();
    expect(screen.getAllByRole('gridcell')).toHaveLength(7);
  });

  const enabled = () =>
    screen
      .getAllByRole('gridcell')
      .filter((each) => each.getAttribute('aria-disabled') !== 'true')
      .map((each) => each.dataset.seat);

  it('disables all but the available seats', () => {
    seats();
    expect(enabled()).toEqual(['A-1', 'B-1']);
  });

  it('disables every seat of an event that is not active', () => {
    seats({ seatMap: drawable({ ...smallMap, event_status: 'paused' }) });
    expect(enabled()).toEqual([]);
  });

  it('is one tab stop that the arrow keys move, also over unavailable seats', async () => {
    seats();
    const stops = () => screen.getAllByRole('gridcell').filter((each) => each.tabIndex === 0);
    expect(stops().map((each) => each.dataset.seat)).toEqual(['A-1']);
    act(() => cell(/^Baris A kursi 1,/).focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(cell(/^Baris A kursi 2,/)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(cell(/^Baris B kursi 1,/)).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(cell(/^Baris B kursi 3,/)).toHaveFocus();
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    expect(cell(/^Baris A kursi 1,/)).toHaveFocus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(cell(/^Baris B kursi 3,/)).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(cell(/^Baris B kursi 1,/)).toHaveFocus();
    expect(stops().map((each) => each.dataset.seat)).toEqual(['B-1']);
  });

  it('chooses by Space, by Enter and by a press', async () => {
    const props = seats();
    act(() => cell(/^Baris A kursi 1,/).focus());
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(cell(/^Baris B kursi 1,/));
    expect(vi.mocked(props.onToggle).mock.calls).toEqual([['A-1'], ['A-1'], ['B-1']]);
  });

  it('announces the choice', async () => {
    seats();
    await userEvent.click(cell(/^Baris B kursi 1,/));
    expect(
      await screen.findByText('Baris B kursi 1, Festival, Rp250.000, dipilih'),
    ).toBeInTheDocument();
  });

  it('shows a chosen seat as chosen', () => {
    seats({ seats: [chosen], pricing: priced });
    expect(cell('Baris A kursi 1, VIP, Rp750.000, dipilih')).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });

  it('says when the limit is reached', async () => {
    const five = [1, 2, 3, 4, 5].map((n) => ({ ...chosen, seatNumber: `Z-${n}` }));
    seats({ seats: five, pricing: priced, onToggle: vi.fn(() => false) });
    await userEvent.click(cell(/^Baris A kursi 1,/));
    expect((await screen.findAllByText('Limit Reached')).length).toBeGreaterThan(1);
  });

  it('is zoomed in steps of 20 between 30 and 200 percent', async () => {
    seats();
    const size = () => screen.getByLabelText('Ukuran denah');
    expect(size()).toHaveTextContent('100%');
    for (let step = 0; step < 6; step += 1) {
      fireEvent.click(screen.getByRole('button', { name: 'Perbesar' }));
    }
    expect(size()).toHaveTextContent('200%');
    expect(screen.getByRole('button', { name: 'Perbesar' })).toBeDisabled();
    for (let step = 0; step < 10; step += 1) {
      fireEvent.click(screen.getByRole('button', { name: 'Perkecil' }));
    }
    expect(size()).toHaveTextContent('30%');
    expect(screen.getByRole('button', { name: 'Perkecil' })).toBeDisabled();
  });

  it('says visibly why an unavailable seat cannot be chosen', async () => {
    seats({ onToggle: vi.fn(() => false) });
    await userEvent.click(cell(/^Baris A kursi 2,/));
    const said = screen.getAllByText('Baris A kursi 2, VIP, Rp750.000, terjual');
    expect(said.some((each) => each.tagName === 'P')).toBe(true);
  });

  it('says that nothing can be chosen while the event is not active', () => {
    seats({ seatMap: drawable({ ...smallMap, event_status: 'paused' }) });
    expect(screen.getByText('Kursi acara ini sedang tidak dapat dipilih.')).toBeVisible();
  });
});

describe('the best seats', () => {
  const find = () => screen.getByRole('button', { name: 'Carikan' });

  it('are asked for in a number from one to five, of any category or of one', async () => {
    const onFind = vi.fn();
    seats({ best: { isFinding: false, nothing: null, canFind: () => true, onFind, wishes: [] } });
    await userEvent.click(find());
    for (let press = 0; press < 5; press += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Tambah jumlah kursi' }));
    }
    await userEvent.selectOptions(screen.getByLabelText('Kategori kursi'), 'vip');
    await userEvent.click(find());
    for (let press = 0; press < 6; press += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Kurangi jumlah kursi' }));
    }
    await userEvent.click(find());
    expect(onFind.mock.calls).toEqual([
      [{ count: 2, categoryId: null }],
      [{ count: 5, categoryId: 'vip' }],
      [{ count: 1, categoryId: 'vip' }],
    ]);
  });

  it('are not offered while the flow would refuse the search', async () => {
    const onFind = vi.fn();
    seats({ best: { isFinding: false, nothing: null, canFind: () => false, onFind, wishes: [] } });
    await userEvent.click(find());
    expect(onFind).not.toHaveBeenCalled();
  });

  it.each([
    [{ count: 3, categoryId: null }, /^Tidak ada lagi 3 kursi yang berdekatan\./],
    [{ count: 2, categoryId: 'vip' }, /^Tidak ada lagi 2 kursi yang berdekatan di VIP\./],
  ])('say that nothing is left: %o', (nothing, words) => {
    seats({
      best: { isFinding: false, nothing, canFind: () => true, onFind: vi.fn(), wishes: [] },
    });
    expect(screen.getByText(words)).toHaveAttribute('role', 'status');
  });

  it('leave out a sold-out category', () => {
    const [vip, festival] = smallMap.categories;
    if (vip === undefined || festival === undefined) throw new Error('Two categories are needed.');
    const map = { ...smallMap, categories: [{ ...vip, available_seats: 0 }, festival] };
    seats({ seatMap: drawable(map) });
    expect(screen.getByRole('option', { name: 'VIP, Rp750.000' })).toBeDisabled();
    expect(screen.getByText('Sold Out')).toBeVisible();
  });

  it('are announced once they are found', async () => {
    seats({ seats: [chosen], pricing: priced, found: ['A-1'] });
    expect(await screen.findByText('Baris A kursi 1, VIP, Rp750.000, dipilih')).toBeInTheDocument();
  });
});

describe('the list', () => {
  const options = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent);

  it('leads to a seat by part, row and number, listing only available seats', async () => {
    const props = seats();
    await userEvent.click(screen.getByText('Pilih dari daftar'));
    expect(options('Bagian denah')).toEqual([
      'Pilih…',
      'VIP, 1 kursi tersedia',
      'Festival, 1 kursi tersedia',
    ]);
    await userEvent.selectOptions(screen.getByLabelText('Bagian denah'), 'VIP, 1 kursi tersedia');
    expect(options('Baris')).toEqual(['Pilih…', 'A, 1 tersedia']);
    await userEvent.selectOptions(screen.getByLabelText('Baris'), 'A, 1 tersedia');
    expect(options('Kursi')).toEqual(['Pilih…', 'Kursi 1, VIP, Rp750.000']);
    await userEvent.selectOptions(screen.getByLabelText('Kursi'), 'Kursi 1, VIP, Rp750.000');
    await userEvent.click(screen.getByRole('button', { name: 'Pilih kursi ini' }));
    expect(props.onToggle).toHaveBeenCalledWith('A-1');
  });

  it('names the sections of the map, without chosen and unavailable seats', async () => {
    const items = ['U01', 'U02'].flatMap((section, at) =>
      ['A', 'B'].flatMap((row, line) =>
        [1, 2].map((number) =>
          seat(
            `${section}-${row}-${number}`,
            at * 3 + line + 1,
            number,
            at + line === 2 ? 'sold' : 'available',
          ),
        ),
      ),
    );
    seats({
      seatMap: drawable(seatmap(items)),
      seats: [{ ...chosen, seatNumber: 'U02-A-1' }],
      pricing: priced,
    });
    await userEvent.click(screen.getByText('Pilih dari daftar'));
    expect(options('Bagian denah')).toEqual([
      'Pilih…',
      'U01, VIP, 4 kursi tersedia',
      'U02, VIP, 1 kursi tersedia',
    ]);
    await userEvent.selectOptions(
      screen.getByLabelText('Bagian denah'),
      'U02, VIP, 1 kursi tersedia',
    );
    expect(options('Baris')).toEqual(['Pilih…', 'A, 1 tersedia']);
  });

  it('renders one option per part, row and seat of the row, not one per seat of the map', async () => {
    const items = Array.from({ length: 20 }, (_, section) =>
      Array.from({ length: 20 }, (_, row) =>
        Array.from({ length: 25 }, (_, at) =>
          seat(
            `S${section}-${String.fromCharCode(65 + row)}-${at + 1}`,
            section * 21 + row + 1,
            at + 1,
          ),
        ),
      ),
    ).flat(2);
    seats({ seatMap: drawable(seatmap(items)) });
    await userEvent.click(screen.getByText('Pilih dari daftar'));
    expect(options('Bagian denah').length).toBeGreaterThan(1);
    expect(document.querySelectorAll('dialog option').length).toBeLessThan(40);
  });

  it('comes before the map in the order of the page', () => {
    seats();
    const list = screen.getByText('Pilih dari daftar');
    const map = screen.getByRole('grid');
    expect(list.compareDocumentPosition(map) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });
});

describe('the panel', () => {
  it('lists the chosen seats and removes them', async () => {
    const props = seats({ seats: [chosen], pricing: priced, canContinue: true });
    expect(screen.getByText('Baris A kursi 1')).toBeInTheDocument();
    expect(screen.getAllByText('Rp825.000')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Hapus kursi A-1' }));
    expect(props.onToggle).toHaveBeenCalledWith('A-1');
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Order Form' }));
    expect(props.onContinue).toHaveBeenCalledTimes(1);
  });

  it.each(['wide', 'phone'])(
    '[R6] says before the press that no method carries the total: %s',
    async (screenKind) => {
      if (screenKind === 'phone') phone();
      const words = 'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.';
      const error = { key: 'refusal.noMethodCarries' } as const;
      const { onContinue } = seats({ seats: [chosen], pricing: priced, error });
      expect(screen.getByRole('alert')).toHaveTextContent(words);
      const button = screen.getByRole('button', { name: 'Continue to Order Form' });
      expect(button).toHaveAttribute('aria-disabled', 'true');
      expect(button).toHaveAccessibleDescription(words);
      await userEvent.click(button);
      expect(onContinue).not.toHaveBeenCalled();
    },
  );

  it('waits for the price with a skeleton', () => {
    seats({ seats: [chosen], pricing: null });
    expect(screen.queryByText('Rp825.000')).not.toBeInTheDocument();
    expect(screen.getByText('Subtotal').closest('dl')).toHaveAttribute('aria-busy', 'true');
  });

  it('says that the order is being created', async () => {
    const props = seats({ seats: [chosen], pricing: priced, isCreating: true });
    await userEvent.click(screen.getByRole('button', { name: 'Creating Order...' }));
    expect(props.onContinue).not.toHaveBeenCalled();
  });

  it('names the lost seats beside the sentence of the server', () => {
    seats({
      error: { sentence: 'Seats not available or already taken', code: 'seatsTaken' },
      lostSeats: ['A-1', 'A-2'],
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Seats not available or already taken');
    expect(screen.getByRole('alert')).toHaveTextContent('Kursi yang sudah diambil: A-1, A-2');
  });

  it('offers replacements for the lost seats, accepted with one press', async () => {
    const onTakeOffer = vi.fn();
    const offer = ['B-4', 'B-5'].map((seatNumber) => ({ ...chosen, seatNumber }));
    seats({ lostSeats: ['A-1', 'A-2'], offer, canTakeOffer: true, onTakeOffer });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Kursi pengganti terdekat: Baris B kursi 4, Baris B kursi 5',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Ambil 2 kursi pengganti' }));
    expect(onTakeOffer).toHaveBeenCalledTimes(1);
  });

  it('says when there is no replacement, and nothing during the search', () => {
    seats({ lostSeats: ['A-1'], offer: [] });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Tidak ada kursi pengganti yang berdekatan di kategori yang sama.',
    );
    cleanup();
    seats({ lostSeats: ['A-1'], offer: null });
    expect(screen.getByRole('alert')).not.toHaveTextContent('pengganti');
  });

  it('asks a signed-out buyer to sign in before using a voucher', async () => {
    const onApply = vi.fn();
    seats({
      seats: [chosen],
      pricing: priced,
      voucher: { ...noVoucher, isSignedIn: false, onApply },
    });
    await userEvent.type(screen.getByLabelText('Kode voucher'), 'hemat10{Enter}');
    expect(screen.getByRole('button', { name: 'Pakai' })).toBeDisabled();
    expect(screen.getByLabelText('Kode voucher')).toHaveAccessibleDescription(
      'Anda harus login terlebih dahulu untuk menggunakan voucher',
    );
    expect(onApply).not.toHaveBeenCalled();
  });

  it('sends a voucher by the Enter key too', async () => {
    const onApply = vi.fn();
    seats({ seats: [chosen], pricing: priced, voucher: { ...noVoucher, onApply } });
    await userEvent.type(screen.getByLabelText('Kode voucher'), 'hemat10{Enter}');
    expect(onApply).toHaveBeenCalledExactlyOnceWith('HEMAT10');
  });

  it('sends a voucher in capitals, and nothing when there is nothing typed', async () => {
    const props = seats({ seats: [chosen], pricing: priced });
    const apply = screen.getByRole('button', { name: 'Pakai' });
    expect(apply).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Kode voucher'), 'hemat10');
    await userEvent.click(apply);
    expect(props.voucher.onApply).toHaveBeenCalledWith('HEMAT10');
  });

  it('says why a voucher is refused', () => {
    const words = 'Kode voucher tidak valid atau sudah kedaluwarsa';
    seats({
      voucher: {
        isSignedIn: true,
        isChecking: false,
        applied: null,
        error: { key: 'refusal.voucherInvalid' },
        canChange: true,
        canApply: () => true,
        onApply: vi.fn(),
        onEdit: vi.fn(),
        onRemove: vi.fn(),
      },
    });
    expect(screen.getByLabelText('Kode voucher')).toHaveAccessibleDescription(words);
  });

  it('shows an applied voucher with its discount and removes it', async () => {
    const onRemove = vi.fn();
    seats({
      seats: [chosen],
      pricing: { ...priced, discount: 75_000, final_price: 750_000 },
      voucher: {
        isSignedIn: true,
        isChecking: false,
        applied: { code: 'HEMAT10', discount: 75_000 },
        error: null,
        canChange: true,
        canApply: () => true,
        onApply: vi.fn(),
        onEdit: vi.fn(),
        onRemove,
      },
    });
    expect(screen.getAllByText('-Rp75.000')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Hapus voucher HEMAT10' }));
    expect(onRemove).toHaveBeenCalledTimes(1);
  });
});

it('renders the zones with the map, and nothing without zones', () => {
  const zones = {
    length: 10,
    width: 5,
    items: [{ id: 'a', svg: 'M0 0h9v4z', originX: 0, originY: 0, category: 'vip' }],
  };
  seats({ seatMap: drawable({ ...smallMap, zoneLayout: zones }) });
  expect(screen.getByRole('img', { name: 'Denah zona: VIP' })).toBeVisible();
  cleanup();
  seats();
  expect(screen.queryByRole('img', { name: /^Denah zona/ })).not.toBeInTheDocument();
});

describe('on a phone', () => {
  it('keeps the total and the continue button at the bottom, and the rest in a sheet', async () => {
    phone();
    const props = seats({ seats: [chosen], pricing: priced, canContinue: true });
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
    expect(screen.getByText('Rp825.000')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Lihat rincian' }));
    const sheet = screen.getByRole('dialog', { name: 'Rincian Pesanan' });
    expect(within(sheet).getByText('Konser Senja')).toBeInTheDocument();
    await userEvent.click(within(sheet).getByRole('button', { name: 'Continue to Order Form' }));
    expect(props.onContinue).toHaveBeenCalledTimes(1);
  });

  it('judges almost full by the remaining seats', () => {
    phone();
    seats();
    expect(screen.queryByText(/Hampir habis/)).not.toBeInTheDocument();
  });
});
