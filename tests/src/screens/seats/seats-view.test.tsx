import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SeatsView, type SeatsViewProps } from '../../../../src/screens/seats/seats.view.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import { button, enter, itPasses, itReads, press, reads } from '../page.ts';
import { draw, seatMap as smallMap } from '../purchase-data.tsx';
import { choiceProps, chosen, drawable } from './choice-props.ts';

withModalDialogs();

const held = (more: Partial<SeatsViewProps['draft']> = {}) => ({
  seats: ['A-1', 'A-2'],
  quantities: [],
  isMade: true,
  isReleasing: false,
  onContinue: vi.fn(),
  onRelease: vi.fn(),
  ...more,
});
const priced = { original_price: 750_000, discount: 0, tax: 75_000, final_price: 825_000 };
const bought = { seats: [chosen], pricing: priced, canContinue: true };

function view(more: Partial<SeatsViewProps> = {}) {
  const props = {
    ...choiceProps(smallMap),
    stage: 'choosing',
    event: { name: 'Konser Senja', venue: 'Taman', date: 'Sabtu, 7 Maret 2026, 19:30 WIB' },
    draft: held(),
    onRetry: vi.fn(),
    ...more,
  } satisfies SeatsViewProps;
  draw(<SeatsView {...props} />);
  return props;
}
const voucher = (more: Partial<SeatsViewProps['voucher']>) => ({
  voucher: { ...choiceProps(smallMap).voucher, ...more },
});

function phone() {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name });

describe('the seats page (§2.200, §2.201, §2.214, §8.23)', () => {
  const unverified = { stage: 'unverified', error: { key: 'seats.draftUnverified' } } as const;
  const mapMissing = { key: 'seats.mapMissing' } as const;
  const paused = drawable({ ...smallMap, event_status: 'paused' });
  const taken = {
    lostSeats: ['A-1', 'A-2'],
    error: { sentence: 'Seats taken', code: 'seatsTaken' },
  } as const;
  const replacements = ['B-4', 'B-5'].map((seatNumber) => ({ ...chosen, seatNumber }));
  const offered = { ...taken, offer: replacements, canTakeOffer: true };

  itReads(view, [
    [
      [{ status: 'Memuat denah kursi' }, { no: { grid: /./ } }],
      { stage: 'loading', seatMap: null },
    ],
    [{ alert: 'Seatmap configuration is missing' }, { stage: 'refused', error: mapMissing }],
    [[{ heading: 'Choose Your Seats' }, 'Select up to 5 seats', '1 / 5 selected'], bought],
    [['Venue TBA', 'Date TBA'], { event: { name: 'Konser', venue: null, date: null } }],
    ['Kursi acara ini sedang tidak dapat dipilih.', { seatMap: paused }],
    [['Kursi A-1, A-2 sedang Anda pesan.', { no: { gridcell: /./ } }], { stage: 'asking' }],
    [[{ alert: 'Failed to verify draft status.' }, { alert: 'Kursi Anda tetap' }], unverified],
    [{ alert: 'Jika pesanan Anda sudah' }, { ...unverified, draft: held({ isMade: false }) }],
    [[{ alert: 'Seats taken' }, { alert: 'Kursi yang sudah diambil: A-1, A-2' }], taken],
    [{ alert: 'Kursi pengganti terdekat: Baris B kursi 4, Baris B kursi 5' }, offered],
    [{ alert: 'Tidak ada kursi pengganti yang berdekatan' }, { ...taken, offer: [] }],
    [{ no: /pengganti/ }, { ...taken, offer: null }],
    [['Subtotal', { no: 'Rp825.000' }], { seats: [chosen] }],
    ['-Rp75.000', { ...bought, pricing: { ...priced, discount: 75_000 } }],
    [
      [{ button: 'Hapus voucher HEMAT10' }, '-Rp75.000'],
      { ...bought, ...voucher({ applied: { code: 'HEMAT10', discount: 75_000 } }) },
    ],
  ]);

  itPasses(view, [
    ['Try Again', 'onRetry', { stage: 'refused', seatMap: null }],
    ['Periksa lagi', 'onRetry', unverified],
    ['Ambil 2 kursi pengganti', 'onTakeOffer', offered],
    ['Hapus kursi A-1', 'onToggle', bought, 'A-1'],
    ['Continue to Order Form', 'onContinue', bought],
  ]);

  it('continues with a draft that is there already, or releases it', () => {
    const draft = held();
    view({ stage: 'asking', draft });
    press('Lanjutkan');
    expect(draft.onContinue).toHaveBeenCalledOnce();
    expect(draft.onRelease).not.toHaveBeenCalled();
    press('Pilih ulang');
    expect(draft.onRelease).toHaveBeenCalledOnce();
  });

  it('continues no draft whose seats are being released, and shows the error', () => {
    const draft = held({ isReleasing: true });
    view({ stage: 'asking', draft, error: { key: 'seats.cancelFailed' } });
    reads({ alert: 'Failed to cancel order draft' });
    press('Lanjutkan');
    expect(draft.onContinue).not.toHaveBeenCalled();
  });

  it.each(['wide', 'phone'])(
    '[§2.218] says before the press that no method carries the total: %s',
    (screenKind) => {
      if (screenKind === 'phone') phone();
      const words = 'Tidak ada metode pembayaran untuk total ini. Kurangi atau ganti kursi.';
      const error = { key: 'refusal.noMethodCarries' } as const;
      const { onContinue } = view({ seats: [chosen], pricing: priced, error });
      reads({ alert: words });
      expect(button('Continue to Order Form')).toHaveAttribute('aria-disabled', 'true');
      expect(button('Continue to Order Form')).toHaveAccessibleDescription(words);
      press('Continue to Order Form');
      expect(onContinue).not.toHaveBeenCalled();
    },
  );

  it('sums up the chosen seats, and says that the order is being created', () => {
    const { onContinue } = view({ ...bought, canContinue: false, isCreating: true });
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    reads('Baris A kursi 1');
    expect(screen.getAllByText('Rp825.000')).toHaveLength(2);
    press('Creating Order...');
    expect(onContinue).not.toHaveBeenCalled();
    cleanup();
    view({ seats: [chosen] });
    expect(screen.getByText('Subtotal').closest('dl')).toHaveAttribute('aria-busy', 'true');
  });
});

describe('a voucher (§5.32)', () => {
  it('is sent in capitals by its button and by Enter, and not while the field is empty', async () => {
    const { voucher: given } = view(bought);
    expect(button('Pakai')).toBeDisabled();
    enter('Kode voucher', 'hemat10');
    press('Pakai');
    await userEvent.type(screen.getByLabelText('Kode voucher'), '{Enter}');
    expect(vi.mocked(given.onApply).mock.calls).toEqual([['HEMAT10'], ['HEMAT10']]);
  });

  it.each([
    [
      'a buyer who is signed out',
      { isSignedIn: false },
      'Anda harus login terlebih dahulu untuk menggunakan voucher',
    ],
    [
      'a refusal',
      { error: { key: 'refusal.voucherInvalid' } },
      'Kode voucher tidak valid atau sudah kedaluwarsa',
    ],
  ] as const)('says why for %s', async (_, change, words) => {
    const props = view({ ...bought, ...voucher(change) });
    const field = screen.getByLabelText('Kode voucher');
    if (!('error' in change)) await userEvent.type(field, 'hemat10{Enter}');
    expect(field).toHaveAccessibleDescription(words);
    expect(button('Pakai')).toBeDisabled();
    expect(props.voucher.onApply).not.toHaveBeenCalled();
  });
});

describe('the grid (§2.206)', () => {
  const enabled = () =>
    screen
      .getAllByRole('gridcell')
      .filter((each) => each.getAttribute('aria-disabled') !== 'true')
      .map((each) => each.dataset.seat);

  it('names every seat with row, category, price and state, and enables the available ones', () => {
    view({ seats: [chosen] });
    expect(screen.getAllByRole('gridcell').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Baris A kursi 1, VIP, Rp750.000, dipilih',
      'Baris A kursi 2, VIP, Rp750.000, terjual',
      'Baris A kursi 3, VIP, Rp750.000, sudah dipesan',
      'Baris A kursi 4, VIP, Rp750.000, sudah dipesan',
      'Baris B kursi 1, Festival, Rp250.000, tersedia',
      'Baris B kursi 2, Festival, Rp250.000, hampir habis',
      'Baris B kursi 3, Festival, Rp250.000, sedang dalam transaksi',
    ]);
    expect(cell(/dipilih/)).toHaveAttribute('aria-selected', 'true');
    expect(enabled()).toEqual(['A-1', 'B-1']);
    cleanup();
    view({ seatMap: drawable({ ...smallMap, event_status: 'paused' }) });
    expect(enabled()).toEqual([]);
  });

  it('chooses by Space, by Enter and by a press, and announces the choice', async () => {
    const { onToggle } = view();
    act(() => cell(/^Baris A kursi 1,/).focus());
    await userEvent.keyboard(' {Enter}');
    fireEvent.click(cell(/^Baris B kursi 1,/));
    expect(vi.mocked(onToggle).mock.calls).toEqual([['A-1'], ['A-1'], ['B-1']]);
    await screen.findByText('Baris B kursi 1, Festival, Rp250.000, dipilih');
  });

  it('says when the limit is reached, and visibly why a seat cannot be chosen', async () => {
    const five = [1, 2, 3, 4, 5].map((n) => ({ ...chosen, seatNumber: `Z-${n}` }));
    view({ seats: five, pricing: priced, onToggle: vi.fn(() => false) });
    fireEvent.click(cell(/^Baris A kursi 1,/));
    expect((await screen.findAllByText('Limit Reached')).length).toBeGreaterThan(1);
    cleanup();
    view({ onToggle: vi.fn(() => false) });
    fireEvent.click(cell(/^Baris A kursi 2,/));
    const said = screen.getAllByText('Baris A kursi 2, VIP, Rp750.000, terjual');
    expect(said.some((each) => each.tagName === 'P')).toBe(true);
  });
});

describe('the list', () => {
  const open = () => fireEvent.click(screen.getByText('Pilih dari daftar'));
  const options = (label: string) =>
    within(screen.getByLabelText(label))
      .getAllByRole('option')
      .map((option) => option.textContent);
  const pick = (label: string, words: string) =>
    userEvent.selectOptions(screen.getByLabelText(label), words);

  it('leads to a seat by part, row and number, listing only available seats, before the map', async () => {
    const { onToggle } = view();
    const list = screen.getByText('Pilih dari daftar');
    expect(list.compareDocumentPosition(screen.getByRole('grid'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    open();
    expect(options('Blok')).toEqual([
      'Pilih…',
      'VIP, 1 kursi tersedia',
      'Festival, 1 kursi tersedia',
    ]);
    await pick('Blok', 'VIP, 1 kursi tersedia');
    expect(options('Baris')).toEqual(['Pilih…', 'A, 1 tersedia']);
    await pick('Baris', 'A, 1 tersedia');
    expect(options('Kursi')).toEqual(['Pilih…', 'Kursi 1, VIP, Rp750.000']);
    await pick('Kursi', 'Kursi 1, VIP, Rp750.000');
    press('Pilih kursi ini');
    expect(onToggle).toHaveBeenCalledWith('A-1');
  });
});
