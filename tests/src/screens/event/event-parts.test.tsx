// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventTabs } from '../../../../src/screens/event/event-tabs.tsx';
import { Facilities } from '../../../../src/screens/event/facilities.tsx';
import { LongText } from '../../../../src/screens/event/long-text.tsx';
import { mapFrame } from '../../../../src/screens/event/maps-link.ts';
import { VenueMap } from '../../../../src/screens/event/venue-map.tsx';
import { withDialogs } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withDialogs();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the tabs of the event page', () => {
  const tabs = () =>
    draw(
      <EventTabs
        items={[
          { id: 'About', name: 'event.about', content: <p>Isi About</p> },
          { id: 'Facility', name: 'event.facility', content: <p>Isi Facility</p> },
          { id: 'Terms', name: 'event.terms', content: <p>Isi Terms</p> },
        ]}
      />,
    );
  const open = () => screen.getByRole('tab', { selected: true }).textContent;
  const dots = (container: HTMLElement) =>
    [...container.querySelectorAll('[data-open]')].map((dot) => dot.getAttribute('data-open'));

  it('change by the arrow keys, wrapping around, and the dots follow', async () => {
    const { container } = tabs();
    expect(dots(container)).toEqual(['true', 'false', 'false']);
    await userEvent.click(screen.getByRole('button', { name: 'Tab berikutnya: Facility' }));
    expect(open()).toBe('Facility');
    expect(screen.getByRole('tabpanel', { name: 'Facility' })).toHaveTextContent('Isi Facility');
    expect(dots(container)).toEqual(['false', 'true', 'false']);
    await userEvent.click(screen.getByRole('button', { name: 'Tab sebelumnya: About' }));
    await userEvent.click(
      screen.getByRole('button', { name: 'Tab sebelumnya: Terms & Conditions' }),
    );
    expect(open()).toBe('Terms & Conditions');
    expect(screen.getByRole('button', { name: 'Tab berikutnya: About' })).toBeVisible();
  });

  const swipe = (
    name: string,
    [x, y]: readonly [number, number],
    { pointerType = 'touch', end = 'pointerUp' as 'pointerUp' | 'pointerCancel' } = {},
  ) => {
    const page = screen.getByText(`Isi ${name}`);
    const finger = { isPrimary: true, pointerType };
    fireEvent.pointerDown(page, { ...finger, clientX: 200, clientY: 200 });
    fireEvent.pointerMove(page, { ...finger, clientX: 200 + x, clientY: 200 + y });
    fireEvent[end](page, { ...finger, clientX: 200 + x, clientY: 200 + y });
  };

  it('change by a horizontal swipe', () => {
    tabs();
    swipe('About', [-80, 10]);
    expect(open()).toBe('Facility');
    swipe('Facility', [-80, 10]);
    expect(open()).toBe('Terms & Conditions');
    swipe('Terms', [80, -10]);
    expect(open()).toBe('Facility');
  });

  it('stay for a vertical, short or cancelled swipe, and for a mouse', () => {
    tabs();
    swipe('About', [-80, 80]);
    swipe('About', [-30, 0]);
    swipe('About', [-80, 0], { end: 'pointerCancel' });
    swipe('About', [-80, 0], { pointerType: 'mouse' });
    expect(open()).toBe('About');
  });

  it('stay during a pinch', () => {
    tabs();
    const page = screen.getByText('Isi About');
    const one = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientY: 200 };
    fireEvent.pointerDown(page, { ...one, clientX: 200 });
    fireEvent.pointerDown(page, { ...one, isPrimary: false, pointerId: 2, clientX: 250 });
    fireEvent.pointerUp(page, { ...one, clientX: 100 });
    expect(open()).toBe('About');
  });
});

describe("'See more'", () => {
  /** jsdom has no layout: fakes the height of the text. */
  const textOf = (height: number) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        private readonly told: () => void;
        constructor(told: () => void) {
          this.told = told;
        }
        observe() {
          this.told();
        }
        disconnect() {}
      },
    );
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(240);
    draw(<LongText of="event.terms" html="<p>Tiket tidak dapat dikembalikan.</p>" />);
  };

  it('opens all of a long text, and the keys scroll it', async () => {
    textOf(900);
    const button = screen.getByRole('button', { name: 'See more: Terms & Conditions' });
    await userEvent.click(button);
    const dialog = screen.getByRole('dialog', { name: 'Terms & Conditions' });
    expect(await within(dialog).findByText('Tiket tidak dapat dikembalikan.')).toBeVisible();
    expect(within(dialog).getByRole('region', { name: 'Terms & Conditions' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Tutup' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button).toHaveFocus();
  });

  it('is not offered for short text', async () => {
    textOf(240);
    expect(await screen.findByText('Tiket tidak dapat dikembalikan.')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the facilities', () => {
  it('show their own picture, a tick without one, and a tick when it breaks', () => {
    const { container } = draw(
      <Facilities facilities={[{ name: 'Musala', logo: '/logo.svg' }, { name: 'Parkir' }]} />,
    );
    const marks = () =>
      screen.getAllByRole('listitem').map((item) => item.firstElementChild?.tagName.toLowerCase());
    expect(marks()).toEqual(['img', 'svg']);
    const picture = container.querySelector('img');
    expect(picture).toHaveAttribute('src', '/logo.svg');
    fireEvent.error(picture as HTMLImageElement);
    expect(marks()).toEqual(['svg', 'svg']);
  });
});

describe('the address of a framed map', () => {
  const drawn = (location: string | null) => mapFrame({ name: 'Taman', location });

  it.each([
    ['https://www.google.com/maps?q=Menteng&output=embed'],
    ['https://maps.google.com/maps?q=Menteng&output=embed'],
    ['https://www.google.com/maps/embed?pb=!1m18'],
  ])('%s, as it is', (location) => {
    expect(drawn(location)).toBe(location);
  });

  it('the place of a link that is no frame', () => {
    expect(drawn('https://www.google.com/maps/search/?api=1&query=Taman%20Menteng')).toBe(
      'https://www.google.com/maps?q=Taman%20Menteng&output=embed',
    );
  });

  it.each([
    [null],
    ['Jalan Raya 8'],
    ['https://maps.app.goo.gl/abc'],
    ['https://www.google.com/maps/place/Menteng'],
    ['https://www.google.com/search?q=Menteng&output=embed'],
    ['https://www.google.com.evil.test/maps?q=x&output=embed'],
    ['https://evil.test/maps?output=embed'],
    ['http://www.google.com/maps?q=x&output=embed'],
    ['javascript:alert(1)'],
  ])('not %s', (location) => {
    expect(drawn(location)).toBeNull();
  });
});

describe('the venue', () => {
  const location = 'https://www.google.com/maps?q=Menteng&output=embed';
  const venue = (at: string | null = location) =>
    draw(<VenueMap venue={{ name: 'Taman Cakrawala', location: at }} />).container;
  const map = () => screen.queryByTitle('Peta lokasi: Taman Cakrawala');
  const probe = (container: HTMLElement) =>
    container.querySelector('img[hidden]') as HTMLImageElement;
  const ways = () => screen.getAllByRole('link', { name: /^Open in Google Maps/ });

  beforeEach(() => {
    vi.useFakeTimers();
  });

  it('is rendered once the host of the map responds, and stays', () => {
    const container = venue();
    expect(map()).toBeNull();
    expect(probe(container)).toHaveAttribute('src', 'https://www.google.com/favicon.ico?map');
    fireEvent.load(probe(container));
    expect(map()).toHaveAttribute('src', location);
    fireEvent.load(map() as HTMLElement);
    act(() => void vi.advanceTimersByTime(60_000));
    expect(map()).toBeInTheDocument();
    expect(ways()).toHaveLength(1);
  });

  it('shows only the button if the host of the map does not respond', () => {
    const container = venue();
    fireEvent.error(probe(container));
    expect(map()).toBeNull();
    expect(probe(container)).toBeNull();
    expect(ways()[0]).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=Menteng',
    );
  });

  it('shows only the button after five seconds without a map', () => {
    const container = venue();
    act(() => void vi.advanceTimersByTime(3000));
    fireEvent.load(probe(container));
    act(() => void vi.advanceTimersByTime(1999));
    expect(map()).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1));
    expect(map()).toBeNull();
    expect(ways()).toHaveLength(1);
  });

  it('sends no request before the map is near the viewport', () => {
    let see: (entries: readonly { isIntersecting: boolean }[]) => void = () => {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(told: typeof see) {
          see = told;
        }
        observe() {}
        disconnect() {}
      },
    );
    const container = venue();
    act(() => see([{ isIntersecting: false }]));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(probe(container)).toBeNull();
    expect(ways()).toHaveLength(1);
    act(() => see([{ isIntersecting: true }]));
    expect(probe(container)).toBeInTheDocument();
  });

  it('of an address has the button alone', () => {
    const container = venue('Jalan Cakrawala No. 8');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(container.querySelector('iframe, img')).toBeNull();
    expect(ways()[0]).toHaveAttribute('href', expect.stringContaining('Jalan%20Cakrawala'));
  });
});
