import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Show, ShowCategory } from '../../../../contract/catalogue.ts';
import { EventView } from '../../../../src/screens/event/event.view.tsx';
import { EventProblem } from '../../../../src/screens/event/event-states.tsx';
import { cleanHtml } from '../../../../src/screens/event/html/clean-html.tsx';
import { ShowDialog } from '../../../../src/screens/event/show-dialog.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import { button, itReads, press, reads } from '../page.ts';
import { detail, onSale, show } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withModalDialogs();

const event = (change: Partial<Parameters<typeof EventView>[0]> = {}) =>
  draw(
    <EventView event={detail()} sale={onSale} canBuy busy={false} onBuy={() => {}} {...change} />,
  );
const buyButtons = () => screen.getAllByRole('button', { name: 'Buy Now' });
const [remind, others] = ['Ingatkan saya', 'Cari acara lain'] as const;
const opening = '2026-03-01T10:00:00+07:00';

describe('the event page (§2.130, §2.136, §2.134, §2.137)', () => {
  itReads(event, [
    [[{ heading: 'Konser Senja Jakarta' }, 'Event', 'Sabtu, 7 Maret 2026', '19:30 WIB'], {}],
    [['Taman Cakrawala, Jakarta Pusat', 'Jalan Cakrawala No. 8'], {}],
    [{ no: { heading: 'Denah kursi' } }, { event: detail({ layout: null }) }],
    ['Belum ada deskripsi.', { event: detail({ about: '' }) }],
    [
      /Dipindahkan dari Sabtu, 7 Februari 2026/,
      { event: detail({ previousDate: '2026-02-07T19:30:00+07:00' }) },
    ],
  ]);

  it('has price and organiser in the card and in the bar, and is bought from both', () => {
    const onBuy = vi.fn();
    event({ onBuy });
    for (const words of ['Penyelenggara', 'Starting From', 'Rp250.000']) {
      expect(screen.getAllByText(words)).toHaveLength(2);
    }
    for (const each of buyButtons()) fireEvent.click(each);
    expect(onBuy).toHaveBeenCalledTimes(2);
    cleanup();
    event({ canBuy: false });
    for (const each of buyButtons()) expect(each).toBeDisabled();
  });

  it.each([
    ['notYet', opening, 'Segera dijual', /Dibuka Minggu, 1 Maret 2026, 10:00 WIB/, remind],
    ['over', '2026-03-07T19:30:00+07:00', 'Penjualan berakhir', /dimulai Sabtu, 7 Maret/, others],
    ['closed', null, 'Penjualan ditutup', /menutup penjualan/, others],
    ['cancelled', null, 'Dibatalkan', /membatalkan acara ini/, others],
    ['presaleSoon', opening, 'Segera prapenjualan', /dibuka Minggu, 1 Maret/, remind],
    ['notYet', null, 'Segera dijual', /Dibuka TBA/, 'Periksa lagi'],
    ['paused', null, 'Penjualan dijeda', /menjeda penjualan/, 'Periksa lagi'],
    ['soldOut', null, 'Tiket habis', /sudah terjual/, 'Masuk daftar tunggu'],
    ['postponed', null, 'Ditunda', /tanggal baru akan menyusul/, others],
  ] as const)(
    'says that it is %s at %s, and leads on (§2.143, §10.22, §10.61)',
    (off, at, badge, text, step) => {
      event({ sale: { ...onSale, off, at } });
      // In the card, and above the sticky button on phones.
      expect(screen.getAllByText(badge)).toHaveLength(2);
      expect(screen.getByText(text)).toBeVisible();
      const role = step === others ? 'link' : 'button';
      const steps = screen.getAllByRole(role, { name: step });
      expect(steps).toHaveLength(2);
      for (const each of steps) {
        expect(each).toBeEnabled();
        expect(each).toHaveAccessibleDescription(text);
      }
    },
  );

  it('leads into the waiting room while that is open (§2.143)', () => {
    const onBuy = vi.fn();
    event({ sale: { ...onSale, isWaitingRoom: true }, onBuy });
    fireEvent.click(screen.getAllByRole('button', { name: 'Masuk ruang tunggu' })[0]!);
    expect(onBuy).toHaveBeenCalledOnce();
  });

  it('has every category with its price, what it includes, until when, and what is left (§2.141)', () => {
    const vip: ShowCategory = {
      name: 'VIP',
      price: 300_000,
      early_price: { name: 'Early bird', until: opening, regular_price: 350_000 },
      includes: ['Minuman hangat'],
      availability: 'limited',
      seats_left: 3,
    };
    const gone: ShowCategory = {
      name: 'Tribun',
      price: 0,
      availability: 'sold_out',
      seats_left: null,
    };
    const shows = [show({ max_tickets: 4, categories: [vip, gone] })];
    event({ event: detail({ priceRules: [] }), shows });
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    const early = 'Early bird hingga Minggu, 1 Maret 2026, 10:00 WIB, lalu Rp350.000';
    expect(rows.slice(1)).toEqual([
      `VIPMinuman hangat${early}Rp300.000Limitedsisa 3`,
      'TribunGratisSold Out',
    ]);
    reads('Paling banyak 4 tiket per orang.');
  });

  it('has every date of a series, of which the chosen one is that of the page (§2.142)', () => {
    const onPick = vi.fn();
    const [first, second] = [
      show({ id: 'a', starts_at: '2026-03-07T19:30:00+07:00', name: 'Malam Pertama' }),
      show({ id: 'b', starts_at: '2026-03-08T20:00:00+07:00', price: 300_000 }),
    ];
    event({ shows: [first, second], onPick });
    expect(screen.getByRole('radio', { name: /Malam Pertama/ })).toBeChecked();
    fireEvent.click(screen.getByRole('radio', { name: /Minggu, 8 Maret 2026/ }));
    expect(onPick).toHaveBeenCalledExactlyOnceWith(second);
    cleanup();
    event({ shows: [first, second], picked: second });
    expect(screen.getAllByText('20:00 WIB')).toHaveLength(2);
    expect(screen.getAllByText('Rp300.000')).toHaveLength(3);
  });
});

describe('the event page without its event (§2.135)', () => {
  const problem = (change: Partial<Parameters<typeof EventProblem>[0]>) => {
    const onRetry = vi.fn();
    draw(<EventProblem problem="unread" busy={false} onRetry={onRetry} {...change} />);
    return onRetry;
  };

  itReads(problem, [
    [['Event slug is required', { link: 'Cari Event' }], { problem: 'unnamed' }],
    [[{ alert: 'Event not found' }, { link: 'Cari Event' }], { problem: 'missing' }],
    [{ alert: 'Failed to load event details' }, {}],
  ]);

  it('leads to the search, in marked English, or retries once at a time', () => {
    problem({ problem: 'unnamed' });
    expect(screen.getByText('Event slug is required')).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('link')).toHaveAttribute('href', '/search');
    cleanup();
    const onRetry = problem({});
    press('Try Again');
    expect(onRetry).toHaveBeenCalledOnce();
    cleanup();
    const whileBusy = problem({ busy: true });
    press('Try Again');
    expect(whileBusy).not.toHaveBeenCalled();
  });
});

describe("'Choose Your Show' (§2.150, §2.152)", () => {
  const soldOut = { availability: 'sold_out', seats_left: 0 } as const;
  const at = (day: number, hour: number) => ({
    starts_at: `2026-03-0${day}T${hour}:00:00+07:00`,
    ends_at: `2026-03-0${day}T${hour + 2}:00:00+07:00`,
  });
  const first = show({ id: 'a', slug: 'a', name: 'Malam Pertama', ...at(6, 19), ...soldOut });
  const afternoon = show({ id: 'b', slug: 'b', name: 'Siang Kedua', ...at(7, 14) });
  const evening = show({ id: 'c', slug: 'c', name: 'Malam Kedua', ...at(7, 19), price: 300000 });
  const last = show({ id: 'd', slug: 'd', name: 'Malam Ketiga', ...at(8, 19) });
  const series = [first, afternoon, evening, last];

  const dialog = (
    shows: readonly Show[],
    change: Partial<Parameters<typeof ShowDialog>[0]> = {},
  ) => {
    const calls = { onConfirm: vi.fn(), onClose: vi.fn() };
    draw(<ShowDialog sale={onSale} shows={shows} open busy={false} {...calls} {...change} />);
    return calls.onConfirm.mock;
  };
  const radio = (name: string | RegExp) => screen.getByRole('radio', { name });
  const choose = (name: string | RegExp) => fireEvent.click(radio(name));
  const next = () => button('Continue');
  const listed = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .filter((each) => each.name === 'show')
      .map((each) => each.value);

  it('shows each with its badge, and lets one go on only with a show chosen', () => {
    const { calls } = dialog([
      show(),
      show({ id: 's2', show_type: 'Sesi Sore', availability: 'limited', seats_left: 9 }),
      show({ id: 's3', show_type: 'Malam Kedua', ...soldOut }),
      show({ id: 's4', availability: 'unknown', seats_left: null, is_free: true }),
    ]);
    reads('Available', 'Limited', 'Sold Out', 'Unknown', '86 kursi tersisa', 'Gratis');
    expect(screen.getAllByText('19:30–22:00 WIB')).toHaveLength(4);
    expect(radio(/Malam Kedua/)).toBeDisabled();
    expect(next()).toBeDisabled();
    choose(/Sesi Sore/);
    press('Continue');
    expect(calls).toHaveLength(1);
  });

  it('asks for the code in a presale, and hands it on once', async () => {
    const { calls } = dialog([show()], { sale: { ...onSale, at: opening, isPresale: true } });
    fireEvent.change(await screen.findByLabelText('Kode prapenjualan'), {
      target: { value: ' KAMI-1 ' },
    });
    press('Continue');
    expect(calls).toEqual([['KAMI-1', show()]]);
  });

  it('has the only show chosen that is there or sells, and sells none that is sold out or off', () => {
    dialog([show()]);
    expect(screen.getByRole('radio')).toBeChecked();
    expect(next()).toBeEnabled();
    cleanup();
    dialog([show({ availability: 'sold_out', seats_left: null })]);
    expect(next()).toBeDisabled();
    cleanup();
    dialog([show()], { sale: { ...onSale, off: 'cancelled' } });
    reads('Dibatalkan');
    expect(next()).toBeDisabled();
  });

  it('of a series names each show, and says why one does not sell', () => {
    const open = { state: 'open', at: null, in_seconds: null } as const;
    const nights = [
      show({ id: 'n1', slug: 'wayang', name: 'Malam Pertama', sale: { ...open, state: 'paused' } }),
      show({ id: 'n2', slug: 'wayang-malam-2', name: 'Malam Kedua', sale: open }),
      show({ id: 'n3', slug: 'wayang-malam-3', name: 'Malam Ketiga', sale: open }),
    ];
    // The sale of the page is that of its own show, which does not bind the others.
    const { calls } = dialog(nights, { sale: { ...onSale, off: 'paused' } });
    expect(radio(/Malam Pertama.*dijeda/)).toBeDisabled();
    for (const each of screen.getAllByRole('radio')) expect(each).not.toBeChecked();
    choose(/Malam Ketiga/);
    press('Continue');
    expect(calls).toEqual([['', nights[2]]]);
    cleanup();
    dialog(nights, { asked: 'wayang-malam-2' });
    expect(radio(/Malam Kedua/)).toBeChecked();
    cleanup();
    dialog(nights.slice(0, 2));
    expect(radio(/Malam Kedua/)).toBeChecked();
  });

  it('chooses the only show of a pressed date if it sells, and forgets that of another', () => {
    const { calls } = dialog(series);
    choose('Minggu, 8 Maret 2026');
    expect(listed()).toEqual(['d']);
    press('Continue');
    expect(calls).toEqual([['', last]]);
    choose('Sabtu, 7 Maret 2026');
    expect(next()).toBeDisabled();
    choose('Jumat, 6 Maret 2026');
    reads('Sold Out');
    expect(radio(/Malam Pertama/)).toBeDisabled();
    expect(next()).toBeDisabled();
  });

  it('opens at the show of the page, which stands chosen', () => {
    dialog(series, { asked: 'd' });
    expect(radio('Minggu, 8 Maret 2026')).toBeChecked();
    expect(radio(/Malam Ketiga/)).toBeChecked();
    expect(next()).toBeEnabled();
  });
});

describe('organiser HTML (§2.132)', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<form action="https://evil.test"><input name="password"></form>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed;inset:0">x</p>',
    '<div id="root">x</div>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="/event/x" onclick="alert(1)">x</a>',
    '<iframe src="https://evil.test"></iframe>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
  ])('is left without what %s brings', (html) => {
    const clean = cleanHtml(html);
    expect(clean).not.toMatch(/<(script|img|form|input|style|div|iframe|svg)/i);
    expect(clean).not.toMatch(/\s(style|id|on\w+)=|javascript:|href="\//i);
  });

  it('keeps text tags and links to https, which open apart', () => {
    const text = '<p><strong>Hai</strong></p><ul><li>a</li></ul>';
    expect(cleanHtml(text)).toBe(text);
    const link = cleanHtml('<a href="https://contoh.id">x</a>');
    expect(link).toContain('href="https://contoh.id"');
    expect(link).toContain('rel="noopener noreferrer nofollow"');
    expect(link).toContain('target="_blank"');
  });
});
