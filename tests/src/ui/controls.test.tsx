// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button, ButtonLink } from '../../../src/ui/button.tsx';
import { CopyButton } from '../../../src/ui/copy-button.tsx';
import { Alert } from '../../../src/ui/feedback/alert.tsx';
import { LiveRegion } from '../../../src/ui/feedback/live-region.tsx';
import { ProgressBar } from '../../../src/ui/feedback/progress-bar.tsx';
import { Money } from '../../../src/ui/money.tsx';
import { Pager, pageWindow } from '../../../src/ui/navigation/pager.tsx';
import { Stepper } from '../../../src/ui/navigation/stepper.tsx';
import { Tabs } from '../../../src/ui/navigation/tabs.tsx';
import { QrCode } from '../../../src/ui/qr-code.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Example() {
  const [value, setValue] = useState('a');
  const items = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}`, content: `Isi ${id}` }));
  return <Tabs label="Event" items={items} value={value} onChange={setValue} />;
}

describe('Button', () => {
  it('while busy keeps its label and its focus, and neither presses nor submits', async () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy onClick={onClick}>
          Creating Order...
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Creating Order...' });
    await userEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('ButtonLink', () => {
  it('stays in the app with to, and leaves it safely with href', () => {
    render(
      <MemoryRouter>
        <ButtonLink to="/search">Get Tickets</ButtonLink>
        <ButtonLink href="https://example.com/">Organize Event</ButtonLink>
      </MemoryRouter>,
    );
    expect(screen.getByRole('link', { name: 'Get Tickets' }).getAttribute('href')).toBe('/search');
    const external = screen.getByRole('link', { name: 'Organize Event (buka di tab baru)' });
    expect(external.getAttribute('rel')).toBe('noopener noreferrer');
    expect(external.getAttribute('target')).toBe('_blank');
  });
});

describe('Tabs', () => {
  it('has one tab stop and moves with the arrows, Home and End', async () => {
    render(<Example />);
    await userEvent.tab();
    const focused = () => document.activeElement?.textContent;
    expect(focused()).toBe('Tab a');
    await userEvent.keyboard('{ArrowLeft}');
    expect(focused()).toBe('Tab c');
    expect(screen.getByRole('tabpanel', { name: 'Tab c' }).textContent).toBe('Isi c');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(focused()).toBe('Tab b');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('Tab c');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('Tab a');
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });
});

describe('CopyButton', () => {
  it('copies, shows Copied! for two seconds, and logs a refusal without the text', async () => {
    vi.useFakeTimers();
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const { container } = render(<CopyButton text="8808123" label="Salin nomor" />);
    const said = () => {
      act(() => void vi.advanceTimersByTime(0));
      return container.querySelector('[aria-live]')?.textContent;
    };
    const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));

    await press();
    expect(writeText).toHaveBeenCalledWith('8808123');
    expect(said()).toBe('Copied!');
    act(() => void vi.advanceTimersByTime(1999));
    expect(said()).toBe('Copied!');
    act(() => void vi.advanceTimersByTime(1));
    expect(said()).toBe('');

    writeText.mockRejectedValue(new Error('no permission for 8808123'));
    await press();
    expect(said()).toBe('');
    expect(warn.mock.calls).toEqual([['clipboard refused']]);
    vi.unstubAllGlobals();
  });
});

describe('LiveRegion', () => {
  it('waits for its interval and then announces only the latest', () => {
    vi.useFakeTimers();
    const region = (message: string) => <LiveRegion message={message} minInterval={10_000} />;
    const { container, rerender } = render(region('Posisi 9'));
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    const said = () => container.querySelector('[aria-live="polite"]')?.textContent;
    pass(0);
    expect(said()).toBe('Posisi 9');
    rerender(region('Posisi 8'));
    pass(3000);
    rerender(region('Posisi 7'));
    pass(6999);
    expect(said()).toBe('Posisi 9');
    pass(1);
    expect(said()).toBe('Posisi 7');
  });
});

describe('Pager', () => {
  it('is disabled at the ends', () => {
    const { rerender } = render(
      <Pager page={1} totalPages={2} onPage={vi.fn()} label="Upcoming" />,
    );
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
    expect([button('Sebelumnya').disabled, button('Berikutnya').disabled]).toEqual([true, false]);
    rerender(<Pager page={2} totalPages={2} onPage={vi.fn()} label="Upcoming" />);
    expect([button('Sebelumnya').disabled, button('Berikutnya').disabled]).toEqual([false, true]);
  });

  it('requests the neighbouring page', async () => {
    const onPage = vi.fn();
    render(<Pager page={2} totalPages={3} onPage={onPage} label="Upcoming" />);
    await userEvent.click(screen.getByRole('button', { name: 'Berikutnya' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sebelumnya' }));
    expect(onPage.mock.calls).toEqual([[3], [1]]);
  });

  it.each([
    [1, 9, 5, [1, 2, 3, 4, 5]],
    [5, 9, 5, [3, 4, 5, 6, 7]],
    [9, 9, 5, [5, 6, 7, 8, 9]],
    [2, 3, 5, [1, 2, 3]],
    [1, 0, 5, []],
  ])('page %d of %d with a window of %d', (page, total, size, pages) => {
    expect(pageWindow(page, total, size)).toEqual(pages);
  });
});

describe('Stepper', () => {
  it('names the four steps and marks the current one', () => {
    render(<Stepper current="payment_processing" />);
    const steps = within(screen.getByRole('list', { name: 'Langkah pembelian' }));
    const items = steps.getAllByRole('listitem');
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([
      null,
      null,
      'step',
      null,
    ]);
    expect(items[0]?.textContent).toContain('Pilih Kategori');
    expect(items[2]?.textContent).toContain('Metode Pembayaran');
  });
});

describe('small pieces', () => {
  it('a danger alert interrupts, the others are polite', () => {
    render(
      <>
        <Alert tone="danger">Gagal</Alert>
        <Alert tone="success">Berhasil</Alert>
      </>,
    );
    expect(screen.getByRole('alert').textContent).toBe('Gagal');
    expect(screen.getByRole('status').textContent).toBe('Berhasil');
  });

  it('money is Rp1.500.000, and a fee of 0 can be Gratis', () => {
    render(
      <>
        <Money amount={1_500_000} />
        <Money amount={0} />
        <Money amount={0} zeroText="Gratis" />
      </>,
    );
    for (const text of ['Rp1.500.000', 'Rp0', 'Gratis'])
      expect(screen.getByText(text)).toBeDefined();
  });

  it('the progress bar announces its value text and stays within its range', () => {
    render(<ProgressBar value={140} label="Posisi antrean" valueText="Posisi 13" />);
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Posisi antrean' });
    expect(bar.value).toBe(100);
    expect(bar.getAttribute('aria-valuetext')).toBe('Posisi 13');
  });

  it('the QR code loads with its name and size', async () => {
    render(<QrCode value="00020101" size={192} label="Kode QRIS" />);
    const image = await screen.findByRole('img', { name: 'Kode QRIS' });
    expect(image.getAttribute('width')).toBe('192');
  });
});
