// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { EventView } from '../../../../src/screens/event/event.view.tsx';
import { EventProblem, EventSkeleton } from '../../../../src/screens/event/event-states.tsx';
import { cleanHtml } from '../../../../src/screens/event/html/clean-html.tsx';
import { mapsLink } from '../../../../src/screens/event/maps-link.ts';
import { ShowDialog } from '../../../../src/screens/event/show-dialog.tsx';
import { detail, drawShows, onSale, show, withDialogs } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withDialogs();

const event = (change: Partial<Parameters<typeof EventView>[0]> = {}) =>
  draw(
    <EventView event={detail()} sale={onSale} canBuy busy={false} onBuy={() => {}} {...change} />,
  );

describe('the event page', () => {
  it('shows the facts with their fallbacks and the price', () => {
    event();
    expect(screen.getByRole('heading', { level: 1, name: 'Konser Senja Jakarta' })).toBeVisible();
    expect(screen.getByText('Event')).toBeVisible();
    expect(screen.getAllByText('Penyelenggara')).toHaveLength(2);
    expect(screen.getByText('Sabtu, 7 Maret 2026')).toBeVisible();
    expect(screen.getByText('19:30 WIB')).toBeVisible();
    expect(screen.getAllByText('Starting From')).toHaveLength(2);
    expect(screen.getAllByText('Rp250.000')).toHaveLength(2);
  });

  it('can be bought from the card and from the bar, and from neither while disabled', async () => {
    const onBuy = vi.fn();
    const { unmount } = event({ onBuy });
    for (const button of screen.getAllByRole('button', { name: 'Buy Now' })) {
      await userEvent.click(button);
    }
    expect(onBuy).toHaveBeenCalledTimes(2);
    unmount();
    event({ canBuy: false });
    for (const button of screen.getAllByRole('button', { name: 'Buy Now' })) {
      expect(button).toBeDisabled();
    }
  });

  it.each([
    [
      'notYet',
      '2026-03-01T10:00:00+07:00',
      'Segera dijual',
      /Dibuka Minggu, 1 Maret 2026, 10:00 WIB/,
    ],
    ['over', '2026-03-07T19:30:00+07:00', 'Penjualan berakhir', /dimulai Sabtu, 7 Maret 2026/],
    ['closed', null, 'Penjualan ditutup', /menutup penjualan/],
    ['cancelled', null, 'Dibatalkan', /membatalkan acara ini/],
    ['presaleSoon', '2026-03-01T10:00:00+07:00', 'Segera prapenjualan', /dibuka Minggu, 1 Maret/],
    ['paused', null, 'Penjualan dijeda', /menjeda penjualan/],
    ['soldOut', null, 'Tiket habis', /sudah terjual/],
    ['postponed', null, 'Ditunda', /tanggal baru akan menyusul/],
  ] as const)('says why it does not sell, and that it is %s', async (off, at, badge, text) => {
    const onBuy = vi.fn();
    event({ onBuy, sale: { off, at, isPresale: false, isWaitingRoom: false, opensAt: null } });
    // In the card, and above the sticky button on phones.
    expect(screen.getAllByText(badge)).toHaveLength(2);
    expect(screen.getByText(text)).toBeVisible();
    for (const button of screen.getAllByRole('button', { name: 'Buy Now' })) {
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(text);
    }
  });

  it('asks for the code in a presale, and hands it on once', async () => {
    const onConfirm = vi.fn();
    draw(
      <ShowDialog
        shows={[show()]}
        sale={{
          off: null,
          at: '2026-03-01T10:00:00+07:00',
          isPresale: true,
          isWaitingRoom: false,
          opensAt: null,
        }}
        open
        busy={false}
        onConfirm={onConfirm}
        onClose={() => {}}
      />,
    );
    await userEvent.type(await screen.findByLabelText('Kode prapenjualan'), ' KAMI-1 ');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onConfirm.mock.calls).toEqual([['KAMI-1', show()]]);
  });

  it('saves the opening of the sale to the calendar, and names the date it was moved from', async () => {
    const saved = vi.fn(() => 'blob:reminder');
    Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => {} });
    const at = '2026-03-01T10:00:00+07:00';
    event({
      event: detail({ previousDate: '2026-02-07T19:30:00+07:00' }),
      sale: { off: 'notYet', at, isPresale: false, isWaitingRoom: false, opensAt: null },
    });
    expect(screen.getByText(/Dipindahkan dari Sabtu, 7 Februari 2026/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ingatkan saya' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const [file] = saved.mock.calls[0] as unknown as [Blob];
    expect(await file.text()).toContain('DTSTART;TZID=Asia/Jakarta:20260301T100000');
  });

  it('has the four tabs, each with its text', async () => {
    event();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'About',
      'Facility',
      'Terms & Conditions',
      'Privacy Policy',
    ]);
    expect(await screen.findByText('Musik saat matahari turun.')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Facility' }));
    expect(screen.getByText('Musala')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Terms & Conditions' }));
    expect(await screen.findByText('Tiket tidak dapat dikembalikan.')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    expect(await screen.findByText('Data dijaga.')).toBeVisible();
  });

  it('opens the banner large, and goes back to it', async () => {
    event();
    const button = screen.getByRole('button', { name: 'Perbesar banner' });
    await userEvent.click(button);
    const dialog = screen.getByRole('dialog', { name: 'Konser Senja Jakarta' });
    expect(within(dialog).getByRole('img', { name: 'Konser Senja Jakarta' })).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tutup' }));
    expect(button).toHaveFocus();
  });

  it('opens the seat map large, and the keys move it about', async () => {
    event();
    await userEvent.click(screen.getByRole('button', { name: 'Perbesar denah kursi' }));
    const dialog = screen.getByRole('dialog', { name: 'Denah kursi' });
    expect(within(dialog).getByRole('region', { name: 'Denah kursi' })).toHaveFocus();
    const map = within(dialog).getByRole('img', { name: 'Denah kursi Konser Senja Jakarta' });
    expect(map).toHaveAttribute('src', '/media/maps/konser-senja-jakarta.svg');
  });

  it('has no seat map where the event has none', () => {
    event({ event: detail({ layout: null }) });
    expect(screen.queryByRole('heading', { name: 'Denah kursi' })).toBeNull();
  });

  it('shows the default logo for an organiser whose own is missing or broken', () => {
    const logo = () => document.querySelector<HTMLImageElement>('aside img');
    const { unmount } = event();
    expect(logo()).toHaveAttribute('src', '/media/default-logo.svg');
    unmount();
    event({ event: detail({ organizer: { name: 'Suara Sore', logo: '/gone.svg' } }) });
    expect(logo()).toHaveAttribute('src', '/gone.svg');
    fireEvent.error(logo() as HTMLImageElement);
    expect(logo()).toHaveAttribute('src', '/media/default-logo.svg');
  });

  it('says that facts are unknown where they are missing', async () => {
    event({ event: detail({ about: '', facilities: [] }) });
    expect(screen.getByText('Belum ada deskripsi.')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Facility' }));
    expect(screen.getByText('Belum ada informasi fasilitas.')).toBeVisible();
  });

  it('says that it loads, and shows no event before there is one', () => {
    draw(<EventSkeleton />);
    expect(screen.getByRole('status')).toHaveTextContent('Memuat acara');
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says which of the three failures happened, and retries once at a time', async () => {
    const onRetry = vi.fn();
    const problem = (change: Partial<Parameters<typeof EventProblem>[0]>) =>
      draw(<EventProblem problem="unread" busy={false} onRetry={onRetry} {...change} />);
    const unnamed = problem({ problem: 'unnamed' });
    expect(screen.getByText('Event slug is required')).toHaveAttribute('lang', 'en');
    expect(screen.getByRole('link', { name: 'Cari Event' })).toHaveAttribute('href', '/search');
    unnamed.unmount();
    const missing = problem({ problem: 'missing' });
    expect(screen.getByRole('alert')).toHaveTextContent('Event not found');
    expect(screen.getByRole('link', { name: 'Cari Event' })).toHaveAttribute('href', '/search');
    missing.unmount();
    const failed = problem({});
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load event details');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    failed.unmount();
    problem({ busy: true });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe("'Choose Your Show'", () => {
  const dialog = (change: Parameters<typeof drawShows>[1] = {}) =>
    drawShows(
      [
        show(),
        show({ id: 's2', show_type: 'Sesi Sore', availability: 'limited', seats_left: 9 }),
        show({ id: 's3', show_type: 'Malam Kedua', availability: 'sold_out', seats_left: 0 }),
        show({
          id: 's4',
          show_type: 'Penutup',
          availability: 'unknown',
          seats_left: null,
          is_free: true,
        }),
      ],
      change,
    );

  it('shows each with its badge, and lets one go on only with a show chosen', async () => {
    const onConfirm = vi.fn();
    dialog({ onConfirm });
    for (const badge of ['Available', 'Limited', 'Sold Out', 'Unknown']) {
      expect(screen.getByText(badge)).toBeVisible();
    }
    expect(screen.getByText('86 kursi tersisa')).toBeVisible();
    expect(screen.getByText('Gratis')).toBeVisible();
    expect(screen.getAllByText('19:30–22:00 WIB')).toHaveLength(4);
    expect(screen.getByRole('radio', { name: /Malam Kedua/ })).toBeDisabled();
    const next = screen.getByRole('button', { name: 'Continue' });
    expect(next).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: /Sesi Sore/ }));
    await userEvent.click(next);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('has an only show chosen already', async () => {
    const onConfirm = vi.fn();
    dialog({ shows: [show()], onConfirm });
    expect(screen.getByRole('radio')).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('of a series names each show, and says why one does not sell', async () => {
    const onConfirm = vi.fn();
    const open = { state: 'open', at: null, in_seconds: null } as const;
    const nights = [
      show({ id: 'n1', slug: 'wayang', name: 'Malam Pertama', sale: { ...open, state: 'paused' } }),
      show({ id: 'n2', slug: 'wayang-malam-2', name: 'Malam Kedua', sale: open }),
      show({ id: 'n3', slug: 'wayang-malam-3', name: 'Malam Ketiga', sale: open }),
    ];
    // The sale of the page is that of its own show, which does not bind the others.
    const off = {
      off: 'paused',
      at: null,
      isPresale: false,
      isWaitingRoom: false,
      opensAt: null,
    } as const;
    const series = dialog({ shows: nights, sale: off, onConfirm });
    expect(screen.getByRole('radio', { name: /Malam Pertama.*dijeda/ })).toBeDisabled();
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: /Malam Ketiga/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onConfirm.mock.calls).toEqual([['', nights[2]]]);
    series.unmount();
    const asked = dialog({ shows: nights, asked: 'wayang-malam-2' });
    expect(screen.getByRole('radio', { name: /Malam Kedua/ })).toBeChecked();
    asked.unmount();
    dialog({ shows: nights.slice(0, 2) });
    expect(screen.getByRole('radio', { name: /Malam Kedua/ })).toBeChecked();
  });

  it('does not continue with a sold-out single show, nor once the event is off sale', () => {
    const { unmount } = dialog({ shows: [show({ availability: 'sold_out', seats_left: null })] });
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
    unmount();
    dialog({
      shows: [show()],
      sale: { off: 'cancelled', at: null, isPresale: false, isWaitingRoom: false, opensAt: null },
    });
    expect(screen.getByText('Dibatalkan')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled();
  });

  it('stays while the queue is joined', async () => {
    const onConfirm = vi.fn();
    const onClose = vi.fn();
    dialog({ busy: true, onConfirm, onClose });
    expect(screen.queryByRole('button', { name: 'Tutup' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onConfirm).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('organiser HTML', () => {
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
    expect(cleanHtml('<p><strong>Hai</strong></p><ul><li>a</li></ul>')).toBe(
      '<p><strong>Hai</strong></p><ul><li>a</li></ul>',
    );
    const link = cleanHtml('<a href="https://contoh.id">x</a>');
    expect(link).toContain('href="https://contoh.id"');
    expect(link).toContain('rel="noopener noreferrer nofollow"');
    expect(link).toContain('target="_blank"');
  });
});

describe('the way to the venue', () => {
  const at = (location: string | null) => mapsLink({ name: 'Taman', location });
  const search = 'https://www.google.com/maps/search/?api=1&query=';

  it.each([
    [null, `${search}Taman`],
    ['Jalan Raya 8', `${search}Taman%2C%20Jalan%20Raya%208`],
    ['https://www.google.com/maps?q=Menteng&output=embed', `${search}Menteng`],
    ['https://maps.app.goo.gl/abc', 'https://maps.app.goo.gl/abc'],
    ['https://evil.test/maps', `${search}Taman`],
    ['javascript:alert(1)', `${search}Taman`],
    ['http://www.google.com/maps?q=x', `${search}Taman`],
  ])('of %s is %s', (location, link) => {
    expect(at(location)).toBe(link);
  });
});
