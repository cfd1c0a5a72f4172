// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { QueueView } from '../../../src/screens/queue/queue.view.tsx';
import type { QueueViewProps } from '../../../src/screens/queue/queue-view-props.ts';
import { standStill } from '../../support/stand-still.ts';
import { withModalDialogs } from './modal-dialogs.ts';
import { draw } from './purchase-data.tsx';

withModalDialogs();

function queue(more: Partial<QueueViewProps> = {}) {
  const props: QueueViewProps = {
    stage: 'waiting',
    slug: 'pesta-rakyat-bandung',
    eventName: 'Pesta Rakyat Bandung',
    image: null,
    position: 13,
    startAhead: 12,
    isPaused: false,
    number: null,
    entrant: null,
    draw: { isDrawing: false, opensAt: null, entrants: null, issued: null },
    message: null,
    servedPerMinute: null,
    seatsLeft: null,
    isFollowing: false,
    isTakingOver: false,
    isPassedOver: false,
    keptMinutes: null,
    sound: 'off',
    push: 'none',
    deadline: null,
    notices: [],
    study: <p>Tribun Rp150.000</p>,
    log: null,
    realtime: { connected: true, error: null },
    error: null,
    isLeaving: false,
    canRefresh: true,
    canLeave: true,
    onRefresh: vi.fn(),
    onLeave: vi.fn(),
    onRetry: vi.fn(),
    onTakeOver: vi.fn(),
    onProceed: vi.fn(),
    onSound: vi.fn(),
    onPush: vi.fn(),
    onGoToSeats: vi.fn(),
    ...more,
  };
  draw(<QueueView {...props} />);
  return props;
}

describe('the queue page', () => {
  it('says that it is loading', () => {
    queue({ stage: 'loading', position: null });
    expect(
      screen.getByRole('heading', { level: 1, name: 'Checking queue status...' }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/5:00/)).not.toBeInTheDocument();
  });

  it('says how many are ahead, or that nobody is', () => {
    queue();
    expect(screen.getByText('orang di depan Anda').parentElement).toHaveTextContent(
      /^12 orang di depan Anda$/,
    );
    cleanup();
    queue({ position: 1 });
    expect(screen.getByText('Anda yang berikutnya')).toBeInTheDocument();
  });

  it('shows who waits for the draw how many are there, when it is, and the public name', () => {
    const opensAt = new Date(Date.now() + 3_600_000).toISOString();
    const draw = { isDrawing: false, opensAt, entrants: 20_000, issued: 0 };
    queue({ stage: 'gathering', position: null, entrant: 'kancil-07', draw });
    expect(
      screen.getByRole('heading', { level: 1, name: 'Anda Sudah di Ruang Tunggu' }),
    ).toHaveFocus();
    expect(screen.getByText('20.000 orang di ruang tunggu')).toBeInTheDocument();
    expect(screen.getByText(/^Nomor antrean diundi pada /)).toBeInTheDocument();
    expect(screen.getByRole('timer', { name: 'Waktu sampai undian' })).toBeInTheDocument();
    expect(screen.getByText('kancil-07')).toBeInTheDocument();
    expect(screen.queryByText('Posisi antrean')).not.toBeInTheDocument();
    cleanup();
    queue({
      stage: 'gathering',
      position: null,
      entrant: 'kancil-07',
      draw: { ...draw, isDrawing: true },
    });
    expect(screen.getByRole('status')).toHaveTextContent('Nomor antrean sedang diundi.');
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  });

  it('shows the drawn number, its proof, and goes on to the queue', async () => {
    const draw = { isDrawing: false, opensAt: null, entrants: null, issued: 20_000 };
    const { onProceed } = queue({ stage: 'drawn', number: 1_234, entrant: 'kancil-07', draw });
    expect(screen.getByText('1.234')).toBeInTheDocument();
    expect(screen.getByText('dari 20.000 nomor')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Periksa hasil undian/ })).toHaveAttribute(
      'href',
      '/event/pesta-rakyat-bandung/undian',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Lanjut ke antrean' }));
    expect(onProceed).toHaveBeenCalledOnce();
  });

  it('keeps the drawn number beside the place, and the words of the organiser', () => {
    queue({ number: 1_234, entrant: 'kancil-07', message: 'Gerbang dibuka pukul 18.00' });
    expect(screen.getByText('Nomor undian Anda 1.234')).toBeInTheDocument();
    expect(screen.getByText('Gerbang dibuka pukul 18.00')).toHaveAttribute('lang', 'id');
    cleanup();
    queue({ number: 1_234 });
    expect(screen.queryByText(/undian/)).not.toBeInTheDocument();
  });

  it('shows the position, the waiting time and the warning', () => {
    queue({ servedPerMinute: 2.5 });
    expect(
      screen.getByRole('heading', { level: 1, name: 'Kamu Sedang Dalam Antrean' }),
    ).toHaveFocus();
    expect(screen.getByText('Pesta Rakyat Bandung')).toBeInTheDocument();
    expect(screen.getByText('Posisi antrean 13')).toBeInTheDocument();
    expect(screen.getByText('Perkiraan waktu tunggu 4–8 menit')).toBeInTheDocument();
    expect(screen.getByText('Laju saat ini 2,5 orang per menit')).toBeInTheDocument();
    expect(screen.getByText(/Jangan tutup atau refresh halaman ini/)).toBeInTheDocument();
    expect(screen.getByText('Real-time aktif')).toBeInTheDocument();
  });

  it.each([
    [12, 10, null],
    [48, 78, 'Anda maju 36 tempat sejak masuk antrean'],
    [null, 10, null],
  ])('shows the way from %s people ahead to 12', (startAhead, percent, words) => {
    queue({ startAhead });
    const bar = screen.getByRole('progressbar', { name: 'Posisi antrean' });
    expect(bar).toHaveAttribute('aria-valuetext', 'Posisi 13');
    expect(bar).toHaveAttribute('value', String(percent));
    expect(screen.queryByText(/^Anda maju/)?.textContent ?? null).toBe(words);
  });

  it('fills the bar for the next one', () => {
    queue({ position: 1, startAhead: 40 });
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '100');
  });

  it.each([
    ['nobody knows it', { servedPerMinute: null }, 'Perkiraan waktu tunggu belum diketahui'],
    ['nobody is let in', { servedPerMinute: 0 }, 'Perkiraan waktu tunggu belum diketahui'],
    [
      'the line is paused',
      { servedPerMinute: 4, isPaused: true },
      'Antrean sedang dijeda oleh penyelenggara.',
    ],
  ])('promises no time and no pace where %s', (_name, more, words) => {
    queue(more);
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText(/Laju saat ini|tunggu \d/)).not.toBeInTheDocument();
  });

  it('fetches prices and map when they are wanted', async () => {
    queue();
    expect(screen.queryByText('Tribun Rp150.000')).not.toBeInTheDocument();
    await userEvent.click(screen.getByText('Sambil menunggu: harga dan denah'));
    expect(await screen.findByText('Tribun Rp150.000')).toBeInTheDocument();
  });

  it.each([
    [0, /^Semua kursi sedang dipesan atau sudah terjual\./],
    [12, 'Tiket mungkin habis sebelum giliran Anda: tersisa 12 kursi, dan 12 orang di depan Anda.'],
    [59, 'Tersisa 59 kursi, dan 12 orang di depan Anda. Satu pesanan bisa berisi 5 kursi.'],
  ])('says what %s seats mean at position 13', (seatsLeft, words) => {
    queue({ seatsLeft });
    expect(screen.getByText(words).closest('[role=status]')).not.toBeNull();
  });

  it.each([null, 60, 50_000])('shows no warning with %s seats', (seatsLeft) => {
    queue({ seatsLeft });
    expect(screen.queryByText(/kursi, dan|Semua kursi/)).not.toBeInTheDocument();
  });

  it.each([
    ['waiting', /^Satu akun punya satu tempat/],
    ['online', /^Giliran Anda sudah tiba dan berlaku di kedua perangkat/],
  ] as const)(
    'tells a second device of the first while %s, and lets it take over',
    async (stage, words) => {
      const { onTakeOver } = queue({ stage, isFollowing: true });
      expect(screen.getByText('Antrean ini juga terbuka di perangkat lain')).toBeInTheDocument();
      expect(screen.getByText(words)).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: 'Lanjutkan di sini' }));
      expect(onTakeOver).toHaveBeenCalledTimes(1);
    },
  );

  it('is busy while it takes over', () => {
    queue({ isFollowing: true, isTakingOver: true });
    expect(screen.getByRole('button', { name: /Lanjutkan di sini/ })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  });

  it('marks what the client says of the broker as English', () => {
    const error = 'Real-time updates unavailable. Using polling fallback.';
    queue({
      realtime: { connected: false, error },
      notices: [{ id: 1, key: 'queue.notice.realtimeLost', detail: error }],
    });
    const said = screen.getAllByText(error);
    expect(said).toHaveLength(2);
    for (const part of said) expect(part).toHaveAttribute('lang', 'en');
  });

  it('says that the queue continues without real-time', () => {
    queue({ realtime: { connected: false, error: 'Broker tidak menjawab' } });
    expect(screen.getByText('Broker tidak menjawab').closest('[role=status]')).toHaveTextContent(
      'Koneksi real-time terputus: Broker tidak menjawab Antrean tetap berjalan.',
    );
  });

  it('says that the queue is paused instead of an estimate', () => {
    queue({ isPaused: true });
    expect(screen.getByText('Antrean sedang dijeda oleh penyelenggara.')).toBeInTheDocument();
    expect(screen.queryByText(/Perkiraan/)).not.toBeInTheDocument();
  });

  it("says that the position is kept in the buyer's absence, and that a missed turn comes next", () => {
    queue({ isPassedOver: true, keptMinutes: 30, position: 1 });
    expect(
      screen.getByText(
        'Giliran Anda terlewat saat Anda tidak di halaman ini; Anda masuk berikutnya.',
      ),
    ).toBeVisible();
    expect(screen.getByText(/nomor itu disimpan 30 menit lagi/)).toBeVisible();
    expect(screen.getByText(/layar dijaga tetap menyala/)).toBeVisible();
  });

  it('offers a sound, and says which permission the browser needs', async () => {
    const { onSound } = queue({ sound: 'off' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Bunyikan saat giliran saya' }));
    expect(onSound).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('asks for a touch where the browser requires one, and offers nothing without Web Audio', () => {
    queue({ sound: 'blocked' });
    expect(screen.getByRole('checkbox', { name: 'Bunyikan saat giliran saya' })).toBeChecked();
    expect(screen.getByText(/Sentuh halaman ini sekali/)).toBeVisible();
    cleanup();
    queue({ sound: 'none' });
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it.each([
    ['off', false, 'Notifikasi muncul walau halaman ini ditutup.'],
    ['on', true, 'Perangkat ini mendapat notifikasi saat giliran Anda tiba.'],
    ['blocked', false, 'Notifikasi diblokir. Izinkan di pengaturan browser, lalu coba lagi.'],
    ['failed', false, 'Notifikasi tidak dapat dinyalakan di browser ini. Coba lagi nanti.'],
  ] as const)('offers a notification at the turn: %s', async (push, isOn, words) => {
    const props = queue({ push });
    const box = screen.getByRole('checkbox', { name: 'Kabari saya saat giliran tiba' });
    expect(screen.getByText(words)).toBeVisible();
    expect((box as HTMLInputElement).checked).toBe(isOn);
    await userEvent.click(box);
    expect(props.onPush).toHaveBeenCalledWith(!isOn);
  });

  it('lists messages of the system and of the log as text, three lines at most', () => {
    queue({
      notices: [
        { id: 1, key: 'queue.notice.realtimeBack', detail: null },
        { id: 2, key: 'queue.notice.realtimeLost', detail: 'putus' },
        { id: 3, key: 'queue.notice.system', detail: '<b>Pemeliharaan</b> pukul 23.00' },
      ],
      log: '<img src=x> 2 pembeli masuk dari antrean',
    });
    const list = screen.getByRole('region', { name: 'Pemberitahuan' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(within(list).getByText('<b>Pemeliharaan</b> pukul 23.00')).toBeVisible();
    const log = within(list).getByText('<img src=x> 2 pembeli masuk dari antrean');
    expect(log.closest('[aria-live]')).toBeNull();
    expect(list.querySelector('img, b')).toBeNull();
  });

  it('lists the notices, each with its own text', () => {
    queue({
      notices: [
        { id: 1, key: 'queue.notice.realtimeLost', detail: 'putus' },
        { id: 2, key: 'queue.notice.realtimeBack', detail: null },
        { id: 3, key: 'queue.notice.promoted', detail: null },
      ],
    });
    const list = screen.getByRole('region', { name: 'Pemberitahuan' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Koneksi real-time terputus: putus',
      'Koneksi real-time kembali tersambung.',
      'Kamu sudah dipromosikan! Mengarahkan ke pemilihan kursi...',
    ]);
  });

  it('refreshes by its button', async () => {
    const props = queue();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Antrean' }));
    expect(props.onRefresh).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      'waiting',
      { number: 40 },
      'Nomor antrean Anda hilang. Jika masuk lagi, Anda antre dari belakang.',
    ],
    [
      'gathering',
      { entrant: 'kancil-07' },
      'Nama Anda keluar dari ruang tunggu dan tidak ikut diundi.',
    ],
    ['online', {}, 'Giliran Anda selesai. Untuk membeli, Anda antre lagi dari belakang.'],
  ] as const)('asks before it leaves while %s, and names the loss', async (stage, more, loss) => {
    const props = queue({ stage, ...more });
    const exit = screen.getByRole('button', { name: 'Keluar dari Antrean' });
    await userEvent.click(exit);
    expect(screen.getByRole('alertdialog', { name: 'Lepaskan tempat Anda?' })).toHaveTextContent(
      loss,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Pertahankan tempat' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(props.onLeave).not.toHaveBeenCalled();
    await userEvent.click(exit);
    await userEvent.click(screen.getByRole('button', { name: 'Lepaskan tempat' }));
    expect(props.onLeave).toHaveBeenCalledTimes(1);
  });

  it('sends one leave request at a time', () => {
    queue({ isLeaving: true });
    expect(screen.getByRole('button', { name: 'Keluar dari Antrean' })).toBeDisabled();
  });

  it('counts down once online and leads to the seats', async () => {
    const props = queue({
      stage: 'online',
      position: null,
      deadline: standStill() + 899_500,
    });
    expect(
      screen.getByRole('heading', { level: 1, name: 'Kamu Sudah Online!' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('timer', { name: 'Sisa waktu' })).toHaveTextContent('15:00');
    await userEvent.click(screen.getByRole('button', { name: 'Go to Seat Selection' }));
    expect(props.onGoToSeats).toHaveBeenCalledTimes(1);
  });

  it('says that it moves after a promotion', () => {
    queue({ stage: 'promoted', position: null });
    expect(
      screen.getByText('Kamu sudah dipromosikan! Mengarahkan ke pemilihan kursi...'),
    ).toBeInTheDocument();
  });

  it('says what failed and tries again', async () => {
    const props = queue({ stage: 'failed', error: { key: 'queue.joinFailed' } });
    expect(screen.getByRole('alert')).toHaveTextContent('Error: Failed to join queue');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(props.onRetry).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('link', { name: 'Back to Event Page' })).toBeInTheDocument();
  });

  it('offers a refresh where the state is not known', async () => {
    const props = queue({ stage: 'unknown' });
    expect(
      screen.getByRole('heading', { name: 'Status antrean belum diketahui.' }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Antrean' }));
    expect(props.onRefresh).toHaveBeenCalledTimes(1);
  });
});
