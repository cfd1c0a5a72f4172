import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { documentLink } from '../../../../contract/ticket/document-link.ts';
import type { ETicket } from '../../../../contract/ticket/tickets.ts';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import type { Api } from '../../../../src/effects/http/api.ts';
import { demoWords } from '../../../../src/sample/demo/texts.ts';
import { useSampleTicket } from '../../../../src/sample/sample-ticket.ts';
import { AllTicketsButton } from '../../../../src/screens/e-ticket/all-tickets-button.tsx';
import { ETicketView } from '../../../../src/screens/e-ticket/e-ticket.view.tsx';
import { saveOrderTickets } from '../../../../src/screens/e-ticket/save-tickets.ts';
import { type TicketFiles, useTicketFiles } from '../../../../src/screens/e-ticket/ticket-files.ts';
import { ok, unreachable } from '../../../support/flows/machines.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { button, itReads, lacks, press, reads } from '../page.ts';
import { eTicket } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withModalDialogs();

interface Shown extends Partial<ETicket> {
  readonly files?: Partial<TicketFiles>;
  readonly isSample?: boolean;
  readonly onCalendar?: () => void;
}

function view({ files, isSample, onCalendar, ...ticket }: Shown = {}) {
  const none: TicketFiles = {
    fetching: null,
    failed: null,
    isReady: false,
    onPrint: () => {},
    onSave: () => {},
    onShare: null,
  };
  return draw(
    <ETicketView
      ticket={{ ...eTicket, ...ticket }}
      files={{ ...none, ...files }}
      onCalendar={onCalendar ?? null}
      {...(isSample === undefined ? {} : { isSample })}
    />,
  );
}

describe('the e-ticket (§2.360, §2.366)', () => {
  const noCode = { qr_code: null, ticket_code: '' };

  itReads(view, [
    [['Ratna Wijayanti', 'A-1', 'Sabtu, 7 Maret 2026', '19:30 WIB', 'Jalan Cakrawala No. 8'], {}],
    [['RTX-QKYCBF', '2PAS-QVP8', 'Surat kuasa wajib bermeterai Rp10.000.'], {}],
    ['Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.', {}],
    ['Maksimal 6 tiket per transaksi per kategori.', {}],
    ['Maksimal 4 tiket per orang.', { max_tickets: 4 }],
    [['Tanpa kamera.', { no: /Surat kuasa/ }], { terms: ['Tanpa kamera.'] }],
    [{ no: { button: 'Simpan PDF' } }, {}],
    [{ alert: 'Failed to download ticket PDF. Please try again.' }, { files: { failed: 'pdf' } }],
    [{ alert: 'Tiket belum dapat diunduh. Coba lagi.' }, { files: { failed: 'html' } }],
    [['Kode QR belum tersedia.', { no: { img: 'Kode QR tiket' } }], noCode],
    [{ no: { button: 'Perbesar kode' } }, noCode],
  ]);

  it('is printed, saved as PDF and as HTML, shared, and saved as a calendar file', () => {
    const calls = { onPrint: vi.fn(), onSave: vi.fn(), onShare: vi.fn() };
    const onCalendar = vi.fn();
    view({ files: calls, onCalendar });
    press('Simpan tiket');
    expect(button('Simpan tiket')).toHaveAttribute('aria-expanded', 'true');
    press('Print PDF', 'Download', 'Simpan PDF', 'Bagikan', 'Simpan ke kalender');
    expect(calls.onSave.mock.calls).toEqual([['html'], ['pdf']]);
    for (const call of [calls.onPrint, calls.onShare, onCalendar]) {
      expect(call).toHaveBeenCalledOnce();
    }
    lacks({ alert: /./ });
    cleanup();
    view();
    press('Simpan tiket');
    lacks({ button: 'Bagikan' }, { button: 'Simpan ke kalender' });
  });

  it('says inside another app how it opens in the browser of the phone, and that its code is pressed long (§2.367)', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Instagram 300.0.0.1');
    view();
    expect(screen.getByText(/sering tidak dapat menyimpan berkas.*Buka di browser/)).toBeVisible();
    reads('Tekan lama gambar kode QR untuk menyimpannya.');
  });

  it('has the signed code, else the printed one', async () => {
    const code = async (change: Shown) => {
      cleanup();
      view(change);
      return (await screen.findByRole('img', { name: 'Kode QR tiket' })).innerHTML;
    };
    const printed = await code({ qr_code: null });
    expect(await code({ qr_code: eTicket.ticket_code })).toBe(printed);
    expect(await code({})).not.toBe(printed);
  });
});

describe('the files of tickets', () => {
  const pdf = new Blob(['%PDF'], { type: 'application/pdf' });
  const file = vi.fn(async (_call: unknown, _given: object): Promise<unknown> => ok(pdf));
  const address = '/api/documents?link=x.y';
  const call = vi.fn(async (_call: unknown, _given: object): Promise<unknown> => ok({ address }));
  const api = { file, call } as unknown as Api;
  const files = () =>
    renderHook(() => useTicketFiles('t1', '2PAS-QVP8'), {
      wrapper: ({ children }) => <ApiContext value={api}>{children}</ApiContext>,
    }).result;
  /** Names and addresses of the files that the browser was given. */
  let names: string[];
  let addresses: (string | null)[];

  beforeEach(() => {
    names = [];
    addresses = [];
    vi.clearAllMocks();
    // jsdom has no object URLs.
    Object.assign(URL, { createObjectURL: () => 'blob:x' });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
      addresses.push(this.getAttribute('href'));
    });
  });

  it('are named after the ticket code, and named in the error when they fail to load', async () => {
    const result = files();
    const save = (kind: 'pdf' | 'html') => act(async () => result.current.onSave(kind));
    await save('pdf');
    file.mockResolvedValueOnce(unreachable());
    await save('html');
    expect(result.current).toMatchObject({ failed: 'html', fetching: null });
    await save('html');
    expect(result.current.failed).toBeNull();
    expect(names).toEqual(['ticket-2PAS-QVP8.pdf', 'ticket-2PAS-QVP8.html']);
    // A PDF has an address that an app without the cookie can fetch, and no blob.
    expect(addresses).toEqual([address, 'blob:x']);
  });

  it('are printed by the browser, and saved by one that cannot print', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { current } = files();
    await act(async () => current.onPrint());
    expect([print.mock.calls.length, names]).toEqual([1, []]);
    vi.stubGlobal('print', undefined);
    await act(async () => current.onPrint());
    expect(names).toEqual(['ticket-2PAS-QVP8.pdf']);
  });

  it('are shared as a PDF where that is known; a file that is too late waits for a press', async () => {
    expect(files().current.onShare).toBeNull();
    const share = vi.fn(async (_data: { files: File[] }) => {});
    vi.stubGlobal('navigator', { canShare: () => true, share });
    const result = files();
    const shareIt = () => act(async () => result.current.onShare?.());
    share.mockRejectedValueOnce(new DOMException('Too late', 'NotAllowedError'));
    await shareIt();
    expect(result.current.isReady).toBe(true);
    await shareIt();
    expect(result.current.isReady).toBe(false);
    expect(file).toHaveBeenCalledOnce();
    const shared = share.mock.calls.map(([{ files }]) => [files[0]?.name, files[0]?.type]);
    expect(shared).toEqual(Array(2).fill(['ticket-2PAS-QVP8.pdf', 'application/pdf']));
    // Closing the share sheet is no failure.
    share.mockRejectedValueOnce(new DOMException('Closed', 'AbortError'));
    await shareIt();
    expect(result.current).toMatchObject({ isReady: false, failed: null });
  });

  it('of an event are saved in one file, restricted to its order if known, or said to fail', async () => {
    const saveAll = async (order: string | undefined) => {
      cleanup();
      draw(
        <ApiContext value={api}>
          <AllTicketsButton slug="konser" order={order} />
        </ApiContext>,
      );
      press('Simpan semua tiket (PDF)');
      await act(async () => {});
    };
    await saveAll('RTX-1');
    await saveAll(undefined);
    expect(names).toEqual(Array(2).fill('tickets-konser.pdf'));
    expect(call.mock.calls.map(([, given]) => given)).toEqual([
      { body: { event: 'konser', order: 'RTX-1' } },
      { body: { event: 'konser' } },
    ]);
    call.mockResolvedValueOnce(unreachable());
    await saveAll('RTX-1');
    reads({ alert: 'Failed to download ticket PDF. Please try again.' });
    expect(names).toHaveLength(2);
  });

  const saveOrder = (...ticket_ids: string[]) =>
    saveOrderTickets(api, 'konser', { order_code: 'RTX-1', ticket_ids });

  it('of an order are one file, of one ticket or of several', async () => {
    expect(await saveOrder('t1')).toBe(true);
    expect(call).toHaveBeenLastCalledWith(documentLink, { body: { ticket: 't1' } });
    expect(await saveOrder('t1', 't2')).toBe(true);
    expect(names).toEqual(['ticket-RTX-1.pdf', 'tickets-konser.pdf']);
  });
});

it('the sample ticket has a watermark in the demo alone, and can be neither scanned nor kept (§2.363)', async () => {
  const sample = () => renderHook(() => useSampleTicket(true)).result;
  const elsewhere = sample();
  await act(async () => {});
  expect(elsewhere.current).toBeNull();
  vi.stubEnv('MODE', 'demo');
  const result = sample();
  await waitFor(() => expect(result.current).not.toBeNull());
  view({ ...result.current, isSample: true });
  await screen.findAllByText('CONTOH');
  await screen.findByText(demoWords.id.ticket);
  reads('Kode QR belum tersedia.');
  lacks({ img: 'Kode QR tiket' });
  press('Simpan tiket');
  for (const name of ['Print PDF', 'Download', 'Simpan PDF']) expect(button(name)).toBeDisabled();
});
