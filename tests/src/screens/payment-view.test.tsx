// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PaymentView, type PaymentViewProps } from '../../../src/screens/payment/payment.view.tsx';
import { qrPicture } from '../../../src/screens/payment/qr-picture.ts';
import { safeLink } from '../../../src/screens/payment/safe-link.ts';
import { withModalDialogs } from './modal-dialogs.ts';
import { draw, payment } from './purchase-data.tsx';

withModalDialogs();

function view(more: Partial<PaymentViewProps> = {}) {
  const props: PaymentViewProps = {
    stage: 'awaiting',
    payment,
    eventName: 'Konser Senja Jakarta',
    deadline: null,
    notices: [],
    realtime: { connected: true, error: null },
    isChecking: false,
    wasChecked: false,
    error: null,
    onCheck: vi.fn(),
    onClose: vi.fn(),
    onDismiss: vi.fn(),
    onDownload: vi.fn(async () => true),
    ...more,
  };
  draw(<PaymentView {...props} />);
  return props;
}

const paidBy = (data: Partial<typeof payment.payment_data>) => ({
  ...payment,
  payment_data: { ...payment.payment_data, qr_string: null, ...data },
});

describe('the payment page', () => {
  it('is a skeleton before the payment is read', () => {
    view({ stage: 'loading', payment: null });
    expect(screen.getByRole('heading', { level: 1, name: 'Pembayaran' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Memuat pembayaran');
  });

  it('says how much, by when and for what', () => {
    view({ deadline: performance.now() + 599_500 });
    expect(screen.getByRole('timer', { name: 'Sisa waktu pembayaran' })).toHaveTextContent(
      '00:10:00',
    );
    expect(screen.getByText('Sabtu, 7 Maret 2026, 19:30 WIB')).toBeInTheDocument();
    expect(screen.getAllByText('Rp1.650.000')).toHaveLength(2);
    const order = within(screen.getByRole('region', { name: 'Detail Pesanan' }));
    for (const text of ['RTX-TEST01', 'QRIS', 'Menunggu pembayaran', 'Gratis']) {
      expect(order.getByText(text)).toBeInTheDocument();
    }
  });

  it('copies the amount as plain digits', async () => {
    const user = userEvent.setup();
    view();
    await user.click(screen.getByRole('button', { name: /^Salin total/ }));
    expect(await navigator.clipboard.readText()).toBe('1650000');
  });

  it('draws the code here, at 192 pixels, and offers it as a picture', async () => {
    view();
    const code = await screen.findByRole('img', { name: 'Kode QR pembayaran' });
    expect(code).toHaveAttribute('width', '192');
    expect(screen.getByRole('button', { name: 'Simpan QR' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Simulasi pembayaran' })).toHaveAttribute(
      'href',
      '/dev/gateway/p1',
    );
  });

  it('links to no simulation of another gateway', () => {
    view({ payment: { ...payment, gateway: 'midtrans' } });
    expect(screen.queryByRole('link', { name: 'Simulasi pembayaran' })).not.toBeInTheDocument();
  });

  it('groups an account number for the eye and copies it without spaces', async () => {
    const user = userEvent.setup();
    view({ payment: paidBy({ virtual_account: '8800014123456789', bank: 'bca' }) });
    expect(screen.getByText('8800 0141 2345 6789')).toBeInTheDocument();
    expect(screen.getByText('Nomor Virtual Account BCA')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Salin nomor/ }));
    expect(await navigator.clipboard.readText()).toBe('8800014123456789');
  });

  it('shows a dash for a missing number, and nothing to copy', () => {
    view({ payment: paidBy({}) });
    expect(screen.getByText('-')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Salin nomor/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/\d{8,}/)).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Periksa Status Pembayaran' })).toBeInTheDocument();
  });

  it('opens an app by https, without giving it our window', () => {
    view({ payment: paidBy({ checkout_url: 'https://wallet.example/pay' }) });
    const link = screen.getByRole('link', { name: /Buka aplikasi pembayaran/ });
    expect(link).toHaveAttribute('href', 'https://wallet.example/pay');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('opens nothing else', () => {
    view({ payment: paidBy({ checkout_url: 'javascript:alert(1)' }) });
    expect(screen.queryByRole('link', { name: /Buka aplikasi/ })).not.toBeInTheDocument();
  });

  it('explains how to pay', () => {
    view();
    expect(screen.getByRole('heading', { name: 'Cara Pembayaran' })).toBeInTheDocument();
    expect(screen.getByText('Aplikasi bank')).toBeInTheDocument();
    expect(screen.getByText('Pindai kode')).toBeInTheDocument();
  });

  it('says whether it is watched in real time', () => {
    view();
    expect(screen.getByText('Real-time monitoring aktif')).toBeInTheDocument();
  });

  it('says that it is watched all the same without real-time', () => {
    view({ realtime: { connected: false, error: 'Broker tidak menjawab' } });
    expect(screen.getByText('Monitoring offline')).toBeInTheDocument();
    expect(
      screen.getByText('Koneksi real-time terputus: Broker tidak menjawab'),
    ).toBeInTheDocument();
    expect(screen.getByText('Pembayaran tetap dipantau secara berkala.')).toBeInTheDocument();
  });

  it('checks on a press and says what came of it', async () => {
    const props = view({ wasChecked: true });
    await userEvent.click(screen.getByRole('button', { name: 'Periksa Status Pembayaran' }));
    expect(props.onCheck).toHaveBeenCalledTimes(1);
    expect(screen.getByText('Pembayaran belum diterima.')).toBeInTheDocument();
  });

  it('does not check twice at once', async () => {
    const props = view({ isChecking: true });
    await userEvent.click(screen.getByRole('button', { name: 'Memeriksa…' }));
    expect(props.onCheck).not.toHaveBeenCalled();
  });

  it('says why a check failed', () => {
    view({ error: 'Failed to check payment status' });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to check payment status');
  });

  it('tells what the broker told', () => {
    view({
      notices: [
        { id: 1, event: 'payment_started' },
        { id: 2, event: 'payment_completed' },
      ],
    });
    const list = screen.getByRole('list', { name: 'Pemberitahuan' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Pembayaran sedang diproses...', 'Pembayaran berhasil!']);
  });
});

describe('the end of a payment', () => {
  const paid = { ...payment, status: 'completed', ticket_ids: ['t1'] } as const;
  const completed = (more: Partial<PaymentViewProps> = {}) =>
    view({ stage: 'completed', payment: { ...paid, ticket_ids: [...paid.ticket_ids] }, ...more });

  it('is a modal with the order number and three ways on', async () => {
    const props = completed();
    const modal = within(screen.getByRole('dialog', { name: 'Pembayaran berhasil!' }));
    expect(modal.getByText(/Nomor pesanan RTX-TEST01/)).toBeInTheDocument();
    expect(modal.getByRole('link', { name: 'Pesanan Saya' })).toHaveAttribute(
      'href',
      '/my-tickets',
    );
    const closers = modal.getAllByRole('button', { name: 'Tutup' });
    for (const closer of closers) await userEvent.click(closer);
    expect(props.onClose).toHaveBeenCalledTimes(closers.length);
  });

  it('closes after a download that worked', async () => {
    const props = completed();
    await userEvent.click(screen.getByRole('button', { name: 'Download Ticket' }));
    await vi.waitFor(() => expect(props.onClose).toHaveBeenCalledTimes(1));
  });

  it('stays after a download that did not', async () => {
    const props = completed({ onDownload: vi.fn(async () => false) });
    await userEvent.click(screen.getByRole('button', { name: 'Download Ticket' }));
    expect(await screen.findByText(/Failed to download ticket PDF/)).toHaveTextContent(
      'Failed to download ticket PDF. Please try again.',
    );
    expect(props.onClose).not.toHaveBeenCalled();
  });

  it('offers no download before the tickets are known', () => {
    view({ stage: 'completed' });
    expect(screen.getByRole('button', { name: 'Download Ticket' })).toBeDisabled();
  });

  it('says that it ran out', () => {
    view({ stage: 'expired' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Pembayaran telah kedaluwarsa. Mengarahkan ke halaman event...',
    );
  });

  it('says that it failed, or that late money comes back, and is read', async () => {
    const words = 'Pembayaran diterima setelah kursi dilepas. Dana Anda akan dikembalikan.';
    const props = view({ stage: 'failed', error: words });
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(props.onDismiss).toHaveBeenCalledTimes(1);
  });
});

describe('an address to open', () => {
  it.each([
    ['https://wallet.example/pay', 'https://wallet.example/pay'],
    ['/dev/gateway/p1', 'http://localhost:3000/dev/gateway/p1'],
    ['http://wallet.example/pay', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//wallet.example/pay', null],
    [null, null],
  ])('%s gives %s', (address, link) => {
    expect(safeLink(address, 'http://localhost:3000')).toBe(link);
  });
});

describe('the picture of a code', () => {
  it('is none where there is no code', async () => {
    expect(await qrPicture(document.createElement('div'))).toBeNull();
  });
});
