import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ZoneLayout } from '../../../../contract/seatmap.ts';
import { VenueMap } from '../../../../src/screens/event/venue-map.tsx';
import { WaitingListView } from '../../../../src/screens/event/waiting-list/waiting-list.view.tsx';
import { ZonePlan } from '../../../../src/screens/seats/zone-plan.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import { itReads, press } from '../page.ts';
import { draw, seatMap } from '../purchase-data.tsx';

withModalDialogs();

describe('the venue (§2.133)', () => {
  const location = 'https://www.google.com/maps?q=Menteng&output=embed';
  const venue = (at: string | null = location) =>
    draw(<VenueMap venue={{ name: 'Taman Cakrawala', location: at }} />).container;
  const map = () => screen.queryByTitle('Peta lokasi: Taman Cakrawala');
  const probe = (container: HTMLElement) =>
    container.querySelector('img[hidden]') as HTMLImageElement;
  const ways = () => screen.getAllByRole('link', { name: /^Open in Google Maps/ });
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

  beforeEach(() => vi.useFakeTimers());

  it('is rendered once the host of the map responds, and stays', () => {
    const container = venue();
    expect(map()).toBeNull();
    expect(probe(container)).toHaveAttribute('src', 'https://www.google.com/favicon.ico?map');
    fireEvent.load(probe(container));
    expect(map()).toHaveAttribute('src', location);
    fireEvent.load(map() as HTMLElement);
    pass(60_000);
    expect(map()).toBeInTheDocument();
    expect(ways()).toHaveLength(1);
  });

  it('has the button alone if the host of the map does not respond, or is too late', () => {
    const container = venue();
    fireEvent.error(probe(container));
    expect([map(), probe(container)]).toEqual([null, null]);
    expect(ways()[0]).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=Menteng',
    );
  });
});

describe('the waiting list (§11.71, §2.138)', () => {
  const place = {
    state: 'waiting' as const,
    wanted: 2,
    ahead: 3 as number | null,
    offered: null,
    ends_at: null,
    in_seconds: null,
  };
  const offer = {
    ...place,
    state: 'offered' as const,
    ahead: null,
    offered: 2,
    ends_at: '2026-03-07T10:30:00+08:00',
    in_seconds: 60,
  };
  const list = (change: Partial<Parameters<typeof WaitingListView>[0]>) => {
    const calls = { onJoin: vi.fn(), onLeave: vi.fn(), onBuy: vi.fn() };
    draw(
      <WaitingListView
        entry={null}
        isSignedIn
        deadline={null}
        busy={false}
        problem=""
        {...calls}
        {...change}
      />,
    );
    return calls;
  };
  const lapsed = { ...place, state: 'lapsed', ahead: null } as const;

  itReads(list, [
    [{ no: /Login dulu/ }, {}],
    [/Login dulu/, { isSignedIn: false }],
    [[/Batas waktu penawaran/, { button: 'Masuk daftar tunggu' }], { entry: lapsed }],
    [{ alert: 'Belum berhasil.' }, { problem: 'Belum berhasil.' }],
    [{ status: '3 orang di depan Anda. Anda menunggu 2 tiket.' }, { entry: place }],
    [{ status: 'Anda yang berikutnya' }, { entry: { ...place, ahead: 0 } }],
    [{ heading: 'Giliran Anda: 2 tiket' }, { entry: offer }],
    [{ status: 'Pilih tiket sebelum Sabtu, 7 Maret 2026, 10:30 WITA.' }, { entry: offer }],
    [{ no: { button: /./ } }, { entry: undefined }],
  ]);

  it('is joined with one to four tickets, left, and bought from (§9.48, §11.60)', () => {
    const { onJoin } = list({});
    press('Kurangi tiket', 'Masuk daftar tunggu', ...Array(5).fill('Tambah tiket'));
    press('Masuk daftar tunggu');
    expect(onJoin.mock.calls).toEqual([[1], [4]]);
    const { onLeave } = list({ entry: place });
    press('Keluar dari daftar');
    expect(onLeave).toHaveBeenCalledOnce();
    const { onBuy } = list({ entry: offer });
    press('Beli sekarang');
    expect(onBuy).toHaveBeenCalledOnce();
  });
});

describe('the zones of a seat map (§3.34)', () => {
  type Zone = ZoneLayout['items'][number];
  const zone = (more: Partial<Zone> = {}): Zone => ({
    id: 'z1',
    svg: 'M0 0h10v5h-10z',
    originX: 3,
    originY: 4,
    category: 'vip',
    ...more,
  });
  const plan = (items: readonly Zone[], length = 40) =>
    draw(
      <ZonePlan zones={{ length, width: 20, items: [...items] }} categories={seatMap.categories} />,
    ).container;
  /** The picture of the page, parsed as by a browser. */
  const picture = () => {
    const address = screen.getByRole('img').getAttribute('src') ?? '';
    const [head, text = ''] = address.split(/,(.*)/s);
    expect(head).toBe('data:image/svg+xml');
    return new DOMParser().parseFromString(decodeURIComponent(text), 'image/svg+xml')
      .documentElement;
  };

  it('are one picture in the measures of the layout, named by their categories', () => {
    plan([
      zone(),
      zone({ id: 'z2', svg: '<rect width="4" height="4"/>', category: 'Festival', originX: 20 }),
      zone({ id: 'z3', svg: '<circle r="2"/>', category: null }),
    ]);
    expect(screen.getByRole('img')).toHaveAccessibleName('Denah zona: VIP, Festival');
    expect(picture().getAttribute('viewBox')).toBe('0 0 40 20');
    expect(
      [...picture().children].map((group) => [
        group.getAttribute('transform'),
        group.getAttribute('fill'),
        group.firstElementChild?.localName,
      ]),
    ).toEqual([
      ['translate(3 4)', '#c2410c', 'path'],
      ['translate(20 4)', '#15803d', 'rect'],
      ['translate(3 4)', '#64748b', 'circle'],
    ]);
  });

  it.each([
    ['script', '<script>window.broken = true</script>', 1],
    ['image', '<image href="x" onerror="window.broken = true"/>', 1],
    [
      'frame',
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="x"/></foreignObject>',
      1,
    ],
    ['foreign end', '</g></svg><script/>', 0],
    ['open tag', '<path', 0],
    ['broken attribute', '"/><script/><path d="', 0],
    ['image beside', '"><img src="x" onerror="window.broken = true">', 0],
    ['entity', '<!DOCTYPE svg [<!ENTITY a "b">]><path/>', 0],
  ])('stay inside the picture, or are left out, and cost no other zone: %s', (_, svg, kept) => {
    const container = plan([zone({ svg }), zone({ id: 'z2' })]);
    expect(container.querySelectorAll('*')).toHaveLength(1);
    expect(container.firstElementChild?.localName).toBe('img');
    expect(picture().localName).toBe('svg');
    expect(picture().childElementCount).toBe(kept + 1);
    expect(picture().querySelector('path')?.getAttribute('d')).toBe('M0 0h10v5h-10z');
    expect(window).not.toHaveProperty('broken');
  });
});
