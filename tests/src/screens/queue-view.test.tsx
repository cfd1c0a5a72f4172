import { cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { QueueView } from '../../../src/screens/queue/queue.view.tsx';
import { QueueStudy } from '../../../src/screens/queue/queue-study.tsx';
import type { QueueViewProps } from '../../../src/screens/queue/queue-view-props.ts';
import { useLineStart } from '../../../src/screens/queue/use-line-start.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import { standStill } from '../../support/stand-still.ts';
import { Around } from './around.tsx';
import { withModalDialogs } from './modal-dialogs.ts';
import { button, itPasses, itReads, lacks, press, reads } from './page.ts';
import { draw, seatMap } from './purchase-data.tsx';

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
    behindDraw: false,
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

describe('the queue page (§2.161, §2.163, §2.167, §2.172, §2.176, §8.20, §11.70)', () => {
  const drawing = { isDrawing: false, opensAt: null, entrants: null, issued: 20_000 };
  const opensAt = new Date(Date.now() + 3_600_000).toISOString();
  const gathered = { ...drawing, opensAt, entrants: 20_000, issued: 0 };
  const gathering = { stage: 'gathering', position: null, entrant: 'kancil-07' } as const;
  const drawn = { stage: 'drawn', number: 1_234, entrant: 'kancil-07', draw: drawing } as const;
  const unknownWait = 'Perkiraan waktu tunggu belum diketahui';
  const noPace = { no: /Laju saat ini|tunggu \d/ };
  const paused = 'Antrean sedang dijeda oleh penyelenggara.';
  const noWarning = { no: /kursi, dan|Semua kursi/ };
  const timer = { timer: 'Waktu sampai undian' };
  const unmoved = { no: /^Anda maju/ };
  const sound = 'Bunyikan saat giliran saya';
  const off = { connected: false, error: 'Broker tidak menjawab' };

  itReads(queue, [
    [{ heading: 'Checking queue status...' }, { stage: 'loading', position: null }],
    ['Anda yang berikutnya', { position: 1 }],
    [
      ['20.000 orang di ruang tunggu', /^Nomor antrean diundi pada /, timer, 'kancil-07'],
      { ...gathering, draw: gathered },
    ],
    [{ no: 'Posisi antrean' }, { ...gathering, draw: gathered }],
    [
      [{ status: 'Nomor antrean sedang diundi.' }, { no: timer }],
      { ...gathering, draw: { ...gathered, isDrawing: true } },
    ],
    [['1.234', 'dari 20.000 nomor'], drawn],
    ['Nomor undian Anda 1.234', { number: 1_234, entrant: 'kancil-07' }],
    [{ no: /undian/ }, { number: 1_234 }],
    [['Pesta Rakyat Bandung', 'Posisi antrean 13', 'Real-time aktif', unmoved], {}],
    [
      ['Perkiraan waktu tunggu 4–8 menit', 'Laju saat ini 2,5 orang per menit'],
      { servedPerMinute: 2.5 },
    ],
    [/Jangan tutup atau refresh halaman ini/, {}],
    ['Anda maju 36 tempat sejak masuk antrean', { startAhead: 48 }],
    [unmoved, { startAhead: null }],
    [[unknownWait, noPace], {}],
    [[unknownWait, noPace], { servedPerMinute: 0 }],
    [[paused, noPace, { no: /Perkiraan/ }], { servedPerMinute: 4, isPaused: true }],
    [[/^Semua kursi sedang dipesan atau sudah terjual\./], { seatsLeft: 0 }],
    [
      'Tiket mungkin habis sebelum giliran Anda: tersisa 12 kursi, dan 12 orang di depan Anda.',
      { seatsLeft: 12 },
    ],
    [
      'Tersisa 59 kursi, dan 12 orang di depan Anda. Satu pesanan bisa berisi 5 kursi.',
      { seatsLeft: 59 },
    ],
    [noWarning, { seatsLeft: 60 }],
    [noWarning, { seatsLeft: 50_000 }],
    [noWarning, {}],
    [
      ['Antrean ini juga terbuka di perangkat lain', /^Satu akun punya satu tempat/],
      { isFollowing: true },
    ],
    [
      /^Giliran Anda sudah tiba dan berlaku di kedua perangkat/,
      { stage: 'online', isFollowing: true },
    ],
    [
      'Giliran Anda terlewat saat Anda tidak di halaman ini; Anda masuk berikutnya.',
      { isPassedOver: true, position: 1 },
    ],
    [[/nomor itu disimpan 30 menit lagi/, /layar dijaga tetap menyala/], { keptMinutes: 30 }],
    [/Sentuh halaman ini sekali/, { sound: 'blocked' }],
    [{ no: { checkbox: sound } }, { sound: 'none' }],
    [
      'Kamu sudah dipromosikan! Mengarahkan ke pemilihan kursi...',
      { stage: 'promoted', position: null },
    ],
    [
      [{ alert: 'Error: Failed to join queue' }, { link: 'Back to Event Page' }],
      { stage: 'failed', error: { key: 'queue.joinFailed' } },
    ],
    [{ heading: 'Status antrean belum diketahui.' }, { stage: 'unknown' }],
    [['Broker tidak menjawab', /Antrean tetap berjalan/], { realtime: off }],
  ]);

  itPasses(queue, [
    ['Lanjut ke antrean', 'onProceed', drawn],
    ['Lanjutkan di sini', 'onTakeOver', { isFollowing: true }],
    ['Lanjutkan di sini', 'onTakeOver', { stage: 'online', isFollowing: true }],
    ['Refresh Antrean', 'onRefresh', {}],
    ['Refresh Antrean', 'onRefresh', { stage: 'unknown' }],
    ['Try Again', 'onRetry', { stage: 'failed', error: { key: 'queue.joinFailed' } }],
  ]);

  it('has the focus on its heading, says how many are ahead, and whose words they are (§2.160)', () => {
    queue({ message: 'Gerbang dibuka pukul 18.00' });
    expect(screen.getByRole('heading', { name: 'Kamu Sedang Dalam Antrean' })).toHaveFocus();
    expect(screen.getByText('orang di depan Anda').parentElement).toHaveTextContent(
      /^12 orang di depan Anda$/,
    );
    expect(screen.getByText('Gerbang dibuka pukul 18.00')).toHaveAttribute('lang', 'id');
    cleanup();
    queue({ ...gathering, draw: gathered });
    expect(screen.getByRole('heading', { name: 'Anda Sudah di Ruang Tunggu' })).toHaveFocus();
    cleanup();
    queue(drawn);
    expect(screen.getByRole('link', { name: /^Periksa hasil undian/ })).toHaveAttribute(
      'href',
      '/event/pesta-rakyat-bandung/undian',
    );
  });

  it('announces what the seats mean, and lets one press at a time through (§2.164)', () => {
    queue({ seatsLeft: 0, isFollowing: true, isTakingOver: true, isLeaving: true });
    expect(screen.getByText(/^Semua kursi/).closest('[role=status]')).not.toBeNull();
    expect(button(/Lanjutkan di sini/)).toHaveAttribute('aria-busy', 'true');
    expect(button('Keluar dari Antrean')).toBeDisabled();
  });

  it('offers a sound and a notification at the turn, with what the browser says of it', () => {
    const { onSound } = queue();
    fireEvent.click(screen.getByRole('checkbox', { name: sound }));
    expect(onSound).toHaveBeenCalledExactlyOnceWith(true);
    cleanup();
    queue({ sound: 'blocked' });
    expect(screen.getByRole('checkbox', { name: sound })).toBeChecked();
  });

  it.each([
    ['waiting', { number: 40 }, 'Nomor antrean Anda hilang. Jika masuk lagi, Anda antre dari'],
    ['gathering', { entrant: 'kancil-07' }, 'Nama Anda keluar dari ruang tunggu dan tidak ikut'],
    ['online', {}, 'Giliran Anda selesai. Untuk membeli, Anda antre lagi dari belakang.'],
  ] as const)(
    'asks before it leaves while %s, and names the loss (§2.168)',
    (stage, more, loss) => {
      const { onLeave } = queue({ stage, ...more });
      press('Keluar dari Antrean');
      const question = screen.getByRole('alertdialog', { name: 'Lepaskan tempat Anda?' });
      expect(question).toHaveTextContent(loss);
      press('Pertahankan tempat');
      lacks({ alertdialog: /./ });
      expect(onLeave).not.toHaveBeenCalled();
      press('Keluar dari Antrean', 'Lepaskan tempat');
      expect(onLeave).toHaveBeenCalledOnce();
    },
  );

  it('counts down once online and leads to the seats (§2.169)', () => {
    const { onGoToSeats } = queue({ stage: 'online', deadline: standStill() + 899_500 });
    reads({ heading: 'Kamu Sudah Online!' });
    expect(screen.getByRole('timer', { name: 'Sisa waktu' })).toHaveTextContent('15:00');
    press('Go to Seat Selection');
    expect(onGoToSeats).toHaveBeenCalledOnce();
  });
});

describe('the start of a wait (§9.43)', () => {
  type Place = [session: string | null, position: number | null];
  const open = (place: Place) =>
    renderHook(({ place: [session, position] }) => useLineStart('pesta', session, position), {
      initialProps: { place },
      wrapper: ({ children }) => (
        <Around api={{}} owner="u1">
          {children}
        </Around>
      ),
    });

  it('is remembered over a refresh and for one session', () => {
    const page = open([null, null]);
    expect(page.result.current).toBeNull();
    for (const position of [41, 13]) {
      page.rerender({ place: ['s1', position] });
      expect(page.result.current).toBe(40);
    }
    page.unmount();
    expect(open(['s1', 12]).result.current).toBe(40);
    expect(open(['s2', 7]).result.current).toBe(6);
  });
});

it('the study of a wait has the map and the prices, read again after a failure (§2.173)', async () => {
  let fails = true;
  const [category] = seatMap.categories;
  const categories = [
    { ...category, price: 150_000 },
    { ...category, id: 'c2', price: 0 },
  ];
  const call = async () => (fails ? refused(404, '') : ok({ categories }));
  render(
    <Around api={{ call }}>
      <QueueStudy slug="pesta" eventName="Pesta" map="/map.svg" />
    </Around>,
  );
  press('Perbesar denah');
  reads({ img: 'Denah Pesta' });
  press('Tutup');
  await screen.findByText('Harga tidak dapat dimuat.');
  fails = false;
  press('Coba lagi');
  await screen.findByText('Rp150.000');
  reads('Gratis');
});
