import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Button, ButtonLink } from '../../../src/ui/button.tsx';
import { CopyButton } from '../../../src/ui/copy-button.tsx';
import { Pager } from '../../../src/ui/navigation/pager.tsx';
import { Tabs } from '../../../src/ui/navigation/tabs.tsx';
import { Picture, placeholderFor } from '../../../src/ui/picture.tsx';
import { useWakeLock } from '../../../src/ui/use-wake-lock.ts';
import { button, press } from '../screens/page.ts';

it('a busy button keeps its label and its focus, and neither presses nor submits', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Creating Order...
      </Button>
    </form>,
  );
  press('Creating Order...');
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(button('Creating Order...')).toHaveFocus();
  expect(button('Creating Order...')).toHaveAttribute('aria-disabled', 'true');
});

it('a link that looks like a button stays in the app with to, and leaves it safely with href', () => {
  render(
    <MemoryRouter>
      <ButtonLink to="/search">Get Tickets</ButtonLink>
      <ButtonLink href="https://example.com/">Organize Event</ButtonLink>
    </MemoryRouter>,
  );
  expect(screen.getByRole('link', { name: 'Get Tickets' })).toHaveAttribute('href', '/search');
  const external = screen.getByRole('link', { name: 'Organize Event (buka di tab baru)' });
  expect(external).toHaveAttribute('rel', 'noopener noreferrer');
  expect(external).toHaveAttribute('target', '_blank');
});

function ThreeTabs() {
  const [value, setValue] = useState('a');
  const items = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}`, content: `Isi ${id}` }));
  return <Tabs label="Event" items={items} value={value} onChange={setValue} />;
}

it('tabs have one tab stop and move with the arrows, Home and End', async () => {
  render(<ThreeTabs />);
  await userEvent.tab();
  for (const [keys, tab] of [
    ['{Home}', 'Tab a'],
    ['{ArrowLeft}', 'Tab c'],
    ['{ArrowRight}{ArrowRight}', 'Tab b'],
    ['{End}', 'Tab c'],
    ['{Home}', 'Tab a'],
  ] as const) {
    await userEvent.keyboard(keys);
    expect(screen.getByRole('tab', { name: tab })).toHaveFocus();
    expect(screen.getByRole('tabpanel', { name: tab })).toHaveTextContent(
      tab.replace('Tab', 'Isi'),
    );
  }
  await userEvent.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});

it('a copied text is told for two seconds, and a refusal logged without the text (§9.35)', async () => {
  vi.useFakeTimers();
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const { container } = render(<CopyButton text="8808123" label="Salin nomor" />);
  const saidAfter = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms));
    return container.querySelector('[aria-live]')?.textContent;
  };
  const copy = () => act(async () => void fireEvent.click(screen.getByRole('button')));
  await copy();
  expect(writeText).toHaveBeenCalledWith('8808123');
  expect([saidAfter(0), saidAfter(1999)]).toEqual(['Copied!', 'Copied!']);
  // The region says nothing more in a timer of its own.
  saidAfter(1);
  expect(saidAfter(0)).toBe('');
  writeText.mockRejectedValue(new Error('no permission for 8808123'));
  await copy();
  expect(saidAfter(0)).toBe('');
  expect(warn.mock.calls).toEqual([['clipboard refused']]);
});

describe('a pager (§9.37)', () => {
  it.each([
    [1, 2, [true, false], [2]],
    [2, 2, [false, true], [1]],
    [2, 3, [false, false], [1, 3]],
  ])('on page %i of %i has ends that are disabled: %j', (page, totalPages, disabled, asked) => {
    const onPage = vi.fn();
    render(<Pager page={page} totalPages={totalPages} onPage={onPage} label="Upcoming" />);
    const ends = ['Sebelumnya', 'Berikutnya'].map((name) => button(name) as HTMLButtonElement);
    expect(ends.map((end) => end.disabled)).toEqual(disabled);
    for (const end of ends) fireEvent.click(end);
    expect(onPage.mock.calls.flat()).toEqual(asked);
  });
});

describe('a picture (§2.53)', () => {
  const image = () => screen.getByRole('img', { name: 'Poster' });
  const poster = (src: string | null, fallback?: string) => (
    <Picture
      src={src}
      alt="Poster"
      id="konser"
      width={640}
      height={360}
      {...(fallback === undefined ? {} : { fallback })}
    />
  );
  const src = () => image().getAttribute('src');

  it('declares its size, falls back once, and tries another source', () => {
    const { rerender } = render(poster('/posters/gone.svg'));
    expect([image().getAttribute('width'), image().getAttribute('height')]).toEqual(['640', '360']);
    expect(src()).toBe('/posters/gone.svg');
    fireEvent.error(image());
    expect(src()).toBe(placeholderFor('konser'));
    fireEvent.error(image());
    expect(src()).toBe(placeholderFor('konser'));
    rerender(poster('/posters/new.svg'));
    expect(src()).toBe('/posters/new.svg');
    rerender(poster('/posters/gone.svg', '/logo.svg'));
    fireEvent.error(image());
    expect(src()).toBe('/logo.svg');
  });
});

function Code() {
  useWakeLock();
  return null;
}

describe('the lock of the screen while a code is shown', () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async (_kind: string) => ({ release }));
  const show = async (first: DocumentVisibilityState = 'visible') => {
    vi.clearAllMocks();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(first);
    vi.stubGlobal('navigator', { wakeLock: { request } });
    const { unmount } = await act(async () => render(<Code />));
    const turn = (state: DocumentVisibilityState) =>
      act(async () => {
        visibility.mockReturnValue(state);
        document.dispatchEvent(new Event('visibilitychange'));
      });
    return { unmount, turn };
  };

  it('is taken, released while the page is hidden, taken again, and released at the end', async () => {
    const { unmount, turn } = await show();
    expect(request.mock.calls).toEqual([['screen']]);
    expect(release).not.toHaveBeenCalled();
    await turn('hidden');
    expect(release).toHaveBeenCalledTimes(1);
    await turn('visible');
    expect(request).toHaveBeenCalledTimes(2);
    unmount();
    expect(release).toHaveBeenCalledTimes(2);
  });

  it('may be refused by the browser, or be unknown to it', async () => {
    request.mockRejectedValueOnce(new Error('NotAllowedError'));
    (await show()).unmount();
    vi.stubGlobal('navigator', {});
    (await act(async () => render(<Code />))).unmount();
    expect(release).not.toHaveBeenCalled();
  });
});
