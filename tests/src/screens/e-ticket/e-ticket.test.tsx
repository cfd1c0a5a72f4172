// @vitest-environment jsdom
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ETicket } from '../../../../contract/ticket/tickets.ts';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import type { Api } from '../../../../src/effects/http/api.ts';
import { demoWords } from '../../../../src/sample/demo/texts.ts';
import { useSampleTicket } from '../../../../src/sample/sample-ticket.ts';
import { AllTicketsButton } from '../../../../src/screens/e-ticket/all-tickets-button.tsx';
import { ETicketView } from '../../../../src/screens/e-ticket/e-ticket.view.tsx';
import { type TicketFiles, useTicketFiles } from '../../../../src/screens/e-ticket/ticket-files.ts';
import { eTicket, withDialogs } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withDialogs();
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const noFiles: TicketFiles = {
  fetching: null,
  failed: null,
  isReady: false,
  onPrint: () => {},
  onSave: () => {},
  onShare: null,
};

const view = (
  change: Partial<ETicket> = {},
  files: Partial<TicketFiles> = {},
  more: { readonly isSample?: boolean; readonly onCalendar?: () => void } = {},
) =>
  draw(
    <ETicketView
      ticket={{ ...eTicket, ...change }}
      files={{ ...noFiles, ...files }}
      onCalendar={null}
      {...more}
    />,
  );
/** Records the names of downloaded files. */
function offered(): string[] {
  const names: string[] = [];
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:x' });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return names;
}
const button = (name: string) => screen.getByRole('button', { name });

describe('the e-ticket', () => {
  it('shows everything that the gate needs', async () => {
    view();
    for (const words of [
      'Ratna Wijayanti',
      'A-1',
      'Sabtu, 7 Maret 2026',
      '19:30 WIB',
      'Taman Cakrawala',
      'RTX-QKYCBF',
      '2PAS-QVP8',
      'Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.',
      'Maksimal 6 tiket per transaksi per kategori.',
      'Surat kuasa wajib bermeterai Rp10.000.',
    ]) {
      expect(screen.getByText(words)).toBeVisible();
    }
    expect(await screen.findByRole('img', { name: 'Kode QR tiket' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Bagikan' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Simpan ke kalender' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Lihat peta/ })).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=Taman%20Cakrawala',
    );
  });

  it('says TBA while the date is not known', () => {
    view({ event_date: 'TBA' });
    expect(screen.getAllByText('TBA')).toHaveLength(2);
  });

  it('is printed, saved as PDF and as HTML, shared, and saved as a calendar file', async () => {
    const onPrint = vi.fn();
    const onSave = vi.fn();
    const onShare = vi.fn();
    const onCalendar = vi.fn();
    view({}, { onPrint, onSave, onShare }, { onCalendar });
    expect(screen.queryByRole('button', { name: 'Simpan PDF' })).not.toBeInTheDocument();
    await userEvent.click(button('Simpan tiket'));
    expect(button('Simpan tiket')).toHaveAttribute('aria-expanded', 'true');
    for (const name of ['Print PDF', 'Download', 'Simpan PDF', 'Bagikan', 'Simpan ke kalender']) {
      await userEvent.click(button(name));
    }
    expect(onSave.mock.calls).toEqual([['html'], ['pdf']]);
    expect([onPrint, onShare, onCalendar].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('says which file failed to load, in the texts of the catalogue', () => {
    const { unmount } = view({}, { failed: 'pdf' });
    const said = screen.getByText('Failed to download ticket PDF. Please try again.');
    expect(screen.getByRole('alert')).toContainElement(said);
    expect(said.closest('[lang]')).toHaveAttribute('lang', 'en');
    unmount();
    view({}, { failed: 'html' });
    expect(screen.getByRole('alert')).toHaveTextContent('Tiket belum dapat diunduh. Coba lagi.');
  });

  it('names the page after its file while it is printed', () => {
    document.title = 'E-Ticket';
    const { unmount } = view();
    fireEvent(window, new Event('beforeprint'));
    expect(document.title).toBe('ticket-2PAS-QVP8');
    fireEvent(window, new Event('afterprint'));
    expect(document.title).toBe('E-Ticket');
    unmount();
    fireEvent(window, new Event('beforeprint'));
    expect(document.title).toBe('E-Ticket');
  });

  it('has a name and a logo for an organiser without any, and for a logo that does not load', () => {
    const { container, unmount } = view({ organizer_name: null, organizer_logo: null });
    expect(screen.getAllByText('Penyelenggara')).toHaveLength(3);
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/default-logo.svg');
    unmount();
    const { container: other } = view({ organizer_logo: '/media/logos/hilang.svg' });
    const logo = other.querySelector('img');
    expect(logo).toHaveAttribute('src', '/media/logos/hilang.svg');
    fireEvent.error(logo as HTMLImageElement);
    expect(logo).toHaveAttribute('src', '/media/default-logo.svg');
  });
});

describe('the code of a ticket', () => {
  const drawn = async () => (await screen.findByRole('img', { name: 'Kode QR tiket' })).innerHTML;

  it('is the signed one, else the printed one', async () => {
    const { unmount } = view();
    const signed = await drawn();
    unmount();
    const { unmount: end } = view({ qr_code: null });
    const printed = await drawn();
    end();
    view({ qr_code: eTicket.ticket_code });
    expect(await drawn()).toBe(printed);
    expect(printed).not.toBe(signed);
  });

  it('is a placeholder without either, and cannot be enlarged', () => {
    view({ qr_code: null, ticket_code: '' });
    expect(screen.getByText('Kode QR belum tersedia.')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Kode QR tiket' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Perbesar kode' })).not.toBeInTheDocument();
  });

  it('fills the screen on a press, until Escape, the cross or a press beside it', async () => {
    view();
    const opener = button('Perbesar kode');
    const closings: (() => unknown)[] = [
      () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })),
      () => userEvent.click(button('Tutup')),
      () => fireEvent.mouseDown(screen.getByRole('dialog')),
    ];
    for (const close of closings) {
      await userEvent.click(opener);
      const large = screen.getByRole('dialog', { name: 'Kode QR tiket' });
      expect(await within(large).findByRole('img', { name: 'Kode QR tiket' })).toBeVisible();
      expect(within(large).getByText('2PAS-QVP8')).toBeVisible();
      await close();
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      expect(opener).toHaveFocus();
    }
  });
});

describe('the files of a ticket', () => {
  const pdf = new Blob(['%PDF'], { type: 'application/pdf' });
  const file = vi.fn(async (): Promise<unknown> => ({ ok: true, value: pdf }));
  const files = () =>
    renderHook(() => useTicketFiles('t1', '2PAS-QVP8'), {
      wrapper: ({ children }) => (
        <ApiContext value={{ file } as unknown as Api}>{children}</ApiContext>
      ),
    }).result;
  it('are named after the ticket code', async () => {
    const names = offered();
    const { current } = files();
    await act(async () => current.onSave('pdf'));
    await act(async () => current.onSave('html'));
    expect(names).toEqual(['ticket-2PAS-QVP8.pdf', 'ticket-2PAS-QVP8.html']);
  });

  it('are named in the error when they fail to load, until the next attempt', async () => {
    const names = offered();
    const result = files();
    file.mockResolvedValueOnce({ ok: false, failure: { kind: 'unreachable', message: '' } });
    await act(async () => result.current.onSave('html'));
    expect(result.current).toMatchObject({ failed: 'html', fetching: null });
    await act(async () => result.current.onSave('html'));
    expect(result.current.failed).toBeNull();
    expect(names).toHaveLength(1);
  });

  it('are printed by the browser, and saved by one that cannot print', async () => {
    const names = offered();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { current } = files();
    await act(async () => current.onPrint());
    expect([print.mock.calls.length, names]).toEqual([1, []]);
    vi.stubGlobal('print', undefined);
    await act(async () => current.onPrint());
    expect(names).toEqual(['ticket-2PAS-QVP8.pdf']);
  });

  it('are not shared in a browser without sharing', () => {
    expect(files().current.onShare).toBeNull();
  });

  it('are shared as a PDF; a file that arrives too late waits for the next press', async () => {
    const share = vi.fn(async (_data: { files: File[] }) => {});
    vi.stubGlobal('navigator', { canShare: () => true, share });
    file.mockClear();
    const result = files();
    share.mockRejectedValueOnce(new DOMException('Too late', 'NotAllowedError'));
    await act(async () => result.current.onShare?.());
    expect(result.current.isReady).toBe(true);
    await act(async () => result.current.onShare?.());
    expect(result.current.isReady).toBe(false);
    expect(file).toHaveBeenCalledTimes(1);
    expect(
      share.mock.calls.map(
        ([
          {
            files: [one],
          },
        ]) => [one?.name, one?.type],
      ),
    ).toEqual(Array(2).fill(['ticket-2PAS-QVP8.pdf', 'application/pdf']));
    // Closing the share sheet is no failure.
    share.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'));
    await act(async () => result.current.onShare?.());
    expect(result.current).toMatchObject({ isReady: false, failed: null });
  });
});

describe('every ticket of an order', () => {
  const answer = vi.fn(async (_call: unknown, _given: object): Promise<unknown> => ({ ok: true }));
  const saveAll = async (order: string | undefined) => {
    const api = { file: answer } as unknown as Api;
    const { unmount } = draw(
      <ApiContext value={api}>
        <AllTicketsButton slug="konser-senja-jakarta" order={order} />
      </ApiContext>,
    );
    await userEvent.click(button('Simpan semua tiket (PDF)'));
    return unmount;
  };

  it('is saved in one file, restricted to its order if known', async () => {
    const names = offered();
    const end = await saveAll('RTX-1');
    end();
    await saveAll(undefined);
    expect(names).toEqual(Array(2).fill('tickets-konser-senja-jakarta.pdf'));
    const params = { eventId: 'konser-senja-jakarta' };
    expect(answer.mock.calls.map(([, given]) => given)).toEqual([
      { params, query: { order: 'RTX-1' } },
      { params, query: {} },
    ]);
  });

  it('shows an error when it fails to load', async () => {
    const names = offered();
    answer.mockResolvedValueOnce({ ok: false });
    await saveAll('RTX-1');
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to download ticket PDF. Please try again.',
    );
    expect(names).toEqual([]);
  });
});

describe('the sample ticket (ruling 1.2-AM)', () => {
  const sample = () => renderHook(() => useSampleTicket(true)).result;

  it('exists in the demo only', async () => {
    const result = sample();
    await act(async () => {});
    expect(result.current).toBeNull();
  });

  it('has a watermark there, and can be neither scanned nor printed nor saved', async () => {
    vi.stubEnv('MODE', 'demo');
    const result = sample();
    await waitFor(() => expect(result.current).not.toBeNull());
    view(result.current ?? {}, {}, { isSample: true });
    expect(await screen.findAllByText('CONTOH')).not.toHaveLength(0);
    expect(await screen.findByText(demoWords.id.ticket)).toBeVisible();
    expect(screen.getByText('Kode QR belum tersedia.')).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Kode QR tiket' })).not.toBeInTheDocument();
    await userEvent.click(button('Simpan tiket'));
    for (const name of ['Print PDF', 'Download', 'Simpan PDF']) expect(button(name)).toBeDisabled();
  });
});
