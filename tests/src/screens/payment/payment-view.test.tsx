// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  PaymentView,
  type PaymentViewProps,
} from '../../../../src/screens/payment/payment.view.tsx';
import { qrPicture } from '../../../../src/screens/payment/qr-picture.ts';
import { safeLink } from '../../../../src/screens/payment/safe-link.ts';
import { standStill } from '../../../support/stand-still.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { issued } from '../public-data.tsx';
import { draw, payment } from '../purchase-data.tsx';

withModalDialogs();

function view(more: Partial<PaymentViewProps> = {}) {
  const props: PaymentViewProps = {
    stage: 'awaiting',
    payment,
    eventName: 'Konser Senja Jakarta',
    deadline: null,
    isPastDeadline: false,
    isOnline: true,
    readAt: null,
    notices: [],
    realtime: { connected: true, error: null },
    isChecking: false,
    wasChecked: false,
    error: null,
    isChanging: false,
    changeError: null,
    issued: null,
    onChange: vi.fn(),
    onCheck: vi.fn(),
    onClose: vi.fn(),
    onDismiss: vi.fn(),
    onDownload: vi.fn(async () => true),
    onCalendar: null,
    ...more,
  };
  draw(<PaymentView {...props} />);
  return props;
}

const paidBy = (data: Partial<typeof payment.payment_data>) => ({
  ...payment,
  payment_data: { ...payment.payment_data, qr_string: null, ...data },
});

function onPhone(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

describe('the payment page', () => {
  it('is a skeleton before the payment is read', () => {
    view({ stage: 'loading', payment: null });
    expect(screen.getByRole('heading', { level: 1, name: 'Pembayaran' })).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('Memuat pembayaran');
  });

  it('says how much, by when and for what', () => {
    view({ deadline: standStill() + 599_500 });
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

  it('shows an account number in groups and copies it without spaces', async () => {
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

  it('shows company code and bill key of a bank that takes bills', () => {
    view({ payment: paidBy({ biller_code: '70012', bill_key: '990000000260', bank: 'mandiri' }) });
    expect(screen.getByText('Kode Perusahaan MANDIRI')).toBeInTheDocument();
    expect(screen.getByText('70012')).toBeInTheDocument();
    expect(screen.getByText('9900 0000 0260')).toBeInTheDocument();
    for (const name of [/^Salin kode/, /^Salin nomor/]) {
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
    }
    expect(screen.queryByText('-')).not.toBeInTheDocument();
  });

  it('asks to open the app of a wallet that sends its request there, and shows nothing to copy', () => {
    view({ payment: { ...paidBy({ push: true }), payment_method_name: 'OVO' } });
    expect(
      screen.getByText('Buka aplikasi OVO Anda dan setujui pembayarannya'),
    ).toBeInTheDocument();
    expect(screen.queryByText('-')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Buka aplikasi/ })).not.toBeInTheDocument();
  });

  it('opens the app of a wallet on a phone alone, and no address of another kind', () => {
    const deeplink = 'gojek://gopay/merchanttransfer?tref=1';
    view({ payment: paidBy({ deeplink }) });
    expect(screen.queryByRole('link', { name: /Buka aplikasi/ })).not.toBeInTheDocument();
    expect(screen.getByText(/^Buka halaman ini di ponsel Anda/)).toBeInTheDocument();
    expect(screen.queryByText('-')).not.toBeInTheDocument();
    cleanup();
    onPhone();
    view({ payment: paidBy({ deeplink }) });
    expect(screen.getByRole('link', { name: /Buka aplikasi/ })).toHaveAttribute('href', deeplink);
    cleanup();
    view({ payment: paidBy({ deeplink: 'javascript:alert(1)//gojek://' }) });
    expect(screen.queryByRole('link', { name: /Buka aplikasi/ })).not.toBeInTheDocument();
    vi.unstubAllGlobals();
  });

  it('links to an app on a configured host, without opener', () => {
    view({ payment: paidBy({ checkout_url: '/dev/gateway/p1' }) });
    const link = screen.getByRole('link', { name: /Buka aplikasi pembayaran/ });
    expect(link).toHaveAttribute('href', `${window.location.origin}/dev/gateway/p1`);
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(screen.queryByText('-')).not.toBeInTheDocument();
  });

  it.each(['javascript:alert(1)', 'https://wallet.example/pay'])(
    'opens nothing else: %s',
    (checkout_url) => {
      view({ payment: paidBy({ checkout_url, qr_code_url: checkout_url }) });
      expect(screen.queryByRole('link', { name: /Buka aplikasi/ })).not.toBeInTheDocument();
      expect(screen.queryByRole('img')).not.toBeInTheDocument();
    },
  );

  it("shows the gateway's picture of a code without QR text", () => {
    view({ payment: paidBy({ qr_code_url: '/qr/p1.png' }) });
    const picture = screen.getByRole('img', { name: 'Kode QR pembayaran' });
    expect(picture).toHaveAttribute('src', `${window.location.origin}/qr/p1.png`);
    expect(picture).toHaveAttribute('width', '192');
    expect(screen.queryByText('-')).not.toBeInTheDocument();
  });

  it('removes the code after the deadline, and says that it checks for the money', () => {
    view({ isPastDeadline: true });
    expect(screen.getByText('Waktu pembayaran habis').closest('[role=status]')).toHaveTextContent(
      'Jangan membayar lagi dengan kode ini.',
    );
    for (const name of ['Simpan QR', /^Salin total/]) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(screen.queryByRole('heading', { name: 'Cara Pembayaran' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Periksa Status Pembayaran' })).toBeInTheDocument();
  });

  it('lists the items of the payment, if the server sends them', () => {
    view({
      payment: {
        ...payment,
        items: [
          { category_name: 'VIP', quantity: 2, price_per_item: 750_000, seats: ['A-1', 'A-2'] },
        ],
        pricing: { original_price: 1_500_000, discount: 0, tax: 150_000, final_price: 1_650_000 },
      },
    });
    const order = within(screen.getByRole('region', { name: 'Detail Pesanan' }));
    for (const text of ['2 × VIP', 'Kursi: A-1, A-2', 'Pajak', 'Rp150.000', 'Gratis']) {
      expect(order.getByText(text)).toBeInTheDocument();
    }
    expect(order.getByText('Total').nextSibling).toHaveTextContent('Rp1.650.000');
  });

  it('explains how to pay in steps, the first channel open', () => {
    const other = { title: 'ATM', steps: ['Masukkan kartu'] };
    const { instructions } = payment.payment_data;
    view({ payment: paidBy({ qr_string: 'x', instructions: [...instructions, other] }) });
    expect(screen.getByRole('heading', { name: 'Cara Pembayaran' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Aplikasi bank' })).toBeInTheDocument();
    const [steps] = screen.getAllByRole('list').filter(({ tagName }) => tagName === 'OL');
    expect(steps).toHaveTextContent('Buka aplikasiPindai kode');
    expect(screen.getByText('ATM').closest('details')).not.toHaveAttribute('open');
  });

  it.each([
    ['a code', { qr_string: '000201' }, 'pindai kode QR'],
    ['an app', { checkout_url: '/dev/gateway/p1' }, 'Buka aplikasi pembayaran'],
    ['an account', { virtual_account: '880001412' }, 'Virtual Account'],
    ['a bill', { bill_key: '990000000260' }, 'Multipayment'],
    ['a push', { push: true }, 'nomor dari profil Anda'],
  ])('has own steps for %s from a gateway that sends none', (_, data, first) => {
    view({ payment: paidBy({ instructions: [], ...data }) });
    const [steps] = screen.getAllByRole('list').filter(({ tagName }) => tagName === 'OL');
    expect(steps?.firstElementChild).toHaveTextContent(first);
    expect(steps).toHaveTextContent('Pastikan totalnya tepat Rp1.650.000, lalu bayar.');
  });

  it('has the steps of the bank, those of its machines folded, and says when the device is offline', () => {
    const charge = paidBy({ instructions: [], virtual_account: '880001412', bank: 'bri' });
    view({ payment: charge, isOnline: false });
    expect(screen.getByRole('heading', { name: 'Dengan BRImo' })).toBeInTheDocument();
    expect(screen.getByText('Pilih BRIVA › Pembayaran Baru.')).toBeInTheDocument();
    expect(screen.getByText('Di ATM BRI').closest('details')).not.toHaveAttribute('open');
    expect(screen.getAllByText(/^Sambungkan perangkat ini ke internet: tiket/)).toHaveLength(2);
    expect(screen.queryByText(/^Kembali ke halaman ini/)).not.toBeInTheDocument();
  });

  it('opens the app first on a phone, with the code folded below; elsewhere the code is first', async () => {
    const both = { payment: paidBy({ qr_string: '000201', checkout_url: '/dev/gateway/p1' }) };
    const inOrder = async () => {
      const link = screen.getByRole('link', { name: /Buka aplikasi pembayaran/ });
      const code = await screen.findByRole('img', { name: 'Kode QR pembayaran', hidden: true });
      const isAppFirst = link.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING;
      return [isAppFirst !== 0, code.closest('details') !== null];
    };
    view(both);
    expect(await inOrder()).toEqual([false, false]);
    cleanup();
    onPhone();
    view(both);
    expect(await inOrder()).toEqual([true, true]);
    expect(screen.getByText('Bayar dengan kode QR').closest('details')).not.toHaveAttribute('open');
    vi.unstubAllGlobals();
  });

  it.each([
    [{ isOnline: false, isChecking: true }, /^Perangkat Anda offline/],
    [{ isChanging: true }, /^Tagihan ini sedang dibatalkan/],
    [{ isChecking: true }, 'Memeriksa status pembayaran…'],
    [{ error: { key: 'payment.readFailed' } }, /^Status belum dapat diperiksa/],
    [{ isPastDeadline: true }, /^Memastikan apakah pembayaran Anda/],
    [{}, /^Belum dibayar/],
  ] as const)('has one line for its state: %o', (more, sentence) => {
    view({ readAt: Date.parse('2026-03-07T12:12:00Z'), ...more });
    expect(screen.getByText(sentence)).toHaveAttribute('role', 'status');
    expect(screen.getByText('Terakhir diperiksa 19:12 WIB')).toBeInTheDocument();
  });

  it('promises nothing while the device is offline', () => {
    const realtime = { connected: false, error: 'Broker tidak menjawab' };
    view({ isOnline: false, isPastDeadline: true, realtime });
    expect(screen.queryByText('Pembayaran tetap dipantau secara berkala.')).toBeNull();
    expect(screen.queryByText(/Kami sedang memastikan/)).toBeNull();
    expect(screen.getByText(/begitu perangkat Anda tersambung/)).toBeInTheDocument();
  });

  it('says whether it is watched in real time', () => {
    view();
    expect(screen.getByText('Real-time monitoring aktif')).toBeInTheDocument();
  });

  it('says that polling continues without real-time', () => {
    view({ realtime: { connected: false, error: 'Broker tidak menjawab' } });
    expect(screen.getByText('Monitoring offline')).toBeInTheDocument();
    const reason = screen.getByText('Broker tidak menjawab');
    expect(reason).toHaveAttribute('lang', 'en');
    expect(reason.closest('p')).toHaveTextContent(
      'Koneksi real-time terputus: Broker tidak menjawab',
    );
    expect(screen.getByText('Pembayaran tetap dipantau secara berkala.')).toBeInTheDocument();
  });

  it('checks on a press and shows the result', async () => {
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
    view({ error: { key: 'payment.readFailed' } });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to check payment status');
  });

  it('shows messages of the broker', () => {
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
    ).toEqual(['Menunggu pembayaran Anda', 'Pembayaran berhasil!']);
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

  it('shows the tickets themselves, in the colours of the poster', async () => {
    const colours = { ground: '#102030', glow: '#405060' };
    const event = { name: 'Konser Senja', venue: 'Taman', datetime: 'TBA', colours };
    completed({ issued: { tickets: [issued], event } });
    const ticket = screen.getByRole('article');
    expect(ticket).toHaveTextContent('Konser Senja');
    expect(ticket).toHaveTextContent('Kursi A-1');
    expect(ticket.style.getPropertyValue('--ticket-ground')).toBe('#102030');
    const code = within(ticket).findByRole('img', { name: 'Kode QR tiket 2PAS-QVP8' });
    expect(await code).toBeInTheDocument();
  });

  it('has one main button, whether the tickets are still read or cannot be', () => {
    completed();
    expect(screen.getByText('Memuat tiket')).toBeInTheDocument();
    cleanup();
    const event = { name: 'Konser Senja', venue: 'Taman', datetime: 'TBA', colours: null };
    completed({ issued: { tickets: [], event } });
    expect(screen.queryByText('Memuat tiket')).toBeNull();
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByRole('button', { name: 'Download Ticket' })).toBeEnabled();
  });

  it('closes after a successful download', async () => {
    const props = completed();
    await userEvent.click(screen.getByRole('button', { name: 'Download Ticket' }));
    await vi.waitFor(() => expect(props.onClose).toHaveBeenCalledTimes(1));
  });

  it('stays after a failed download', async () => {
    const props = completed({ onDownload: vi.fn(async () => false) });
    await userEvent.click(screen.getByRole('button', { name: 'Download Ticket' }));
    expect(await screen.findByText(/Failed to download ticket PDF/)).toHaveTextContent(
      'Failed to download ticket PDF. Please try again.',
    );
    expect(props.onClose).not.toHaveBeenCalled();
  });

  it('says that all tickets come as one file', () => {
    completed({ payment: { ...paid, ticket_ids: ['t1', 't2', 't3'] } });
    expect(screen.getByText('3 tiket dalam satu berkas PDF.')).toBeInTheDocument();
  });

  it('saves the event as a calendar file, and stays', async () => {
    const onCalendar = vi.fn();
    const props = completed({ onCalendar });
    await userEvent.click(screen.getByRole('button', { name: 'Simpan ke kalender' }));
    expect(onCalendar).toHaveBeenCalledTimes(1);
    expect(props.onClose).not.toHaveBeenCalled();
  });

  it('offers no calendar where the day is not known', () => {
    completed();
    expect(screen.queryByRole('button', { name: 'Simpan ke kalender' })).not.toBeInTheDocument();
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
    const props = view({ stage: 'failed', error: { key: 'payment.refundDue' } });
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(props.onDismiss).toHaveBeenCalledTimes(1);
  });
});

it('the order detail names the refund of an order whose money went back', () => {
  view({
    payment: {
      ...payment,
      status: 'refunded',
      refund: { amount: 1_650_000, status: 'done', reference: 'SIM-1' },
    },
  });
  const order = within(screen.getByRole('region', { name: 'Detail Pesanan' }));
  for (const text of ['Dana dikembalikan', 'Nomor referensi', 'SIM-1']) {
    expect(order.getByText(text)).toBeInTheDocument();
  }
});

describe('another method (ruling R5)', () => {
  it('is available while the payment can be voided', async () => {
    const props = view();
    await userEvent.click(screen.getByRole('button', { name: 'Ganti metode' }));
    expect(props.onChange).toHaveBeenCalledTimes(1);
  });

  it('is not offered once the time to pay is over', () => {
    view({ isPastDeadline: true });
    expect(screen.queryByRole('button', { name: 'Ganti metode' })).toBeNull();
  });

  it('says why it is unavailable, directly above its button', () => {
    const words = 'Metode belum dapat diganti. Periksa koneksi Anda, lalu coba lagi.';
    view({ changeError: { key: 'payment.changeFailed' } });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent(words);
    expect(alert.nextElementSibling).toContainElement(
      screen.getByRole('button', { name: 'Ganti metode' }),
    );
  });

  it.each([
    ['denied', 'Pembayaran ditolak', 'Bank atau penyedia pembayaran menolak pembayaran ini.'],
    ['expired', 'Masa berlaku pembayaran habis', 'tidak dapat dipakai lagi'],
    ['cancelled', 'Pembayaran dibatalkan', 'membatalkan pembayaran ini'],
  ] as const)(
    'is the way on from a charge that is %s: reason, money, seats',
    async (end_reason, title, why) => {
      const props = view({
        stage: 'refused',
        payment: { ...payment, status: 'failed', end_reason, can_change: true },
        deadline: standStill() + 299_500,
      });
      expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
      const alert = screen.getByRole('alert');
      expect(alert).toHaveTextContent(why);
      expect(alert).toHaveTextContent(
        'Tidak ada dana yang diambil, dan kursi Anda masih dipegang.',
      );
      expect(screen.getAllByRole('timer')).toHaveLength(1);
      await userEvent.click(screen.getByRole('button', { name: 'Pilih metode lain' }));
      expect(props.onChange).toHaveBeenCalledTimes(1);
    },
  );
});

describe('a refund', () => {
  const late = (refund: NonNullable<typeof payment.refund>) =>
    view({
      stage: 'failed',
      error: { key: refund.status === 'done' ? 'payment.refunded' : 'payment.refundDue' },
      payment: {
        ...payment,
        status: refund.status === 'done' ? 'refunded' : 'refund_due',
        refund,
      },
    });

  it('is shown with its amount and status', () => {
    late({ amount: 1_650_000, status: 'due', reference: null });
    for (const text of [
      'Rp1.650.000',
      'RTX-TEST01',
      'Menunggu pengembalian dana',
      'Rinciannya juga kami kirim ke email Anda.',
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
    expect(screen.queryByText('Nomor referensi')).not.toBeInTheDocument();
  });

  it('has a reference once it is complete', () => {
    late({ amount: 1_650_000, status: 'done', reference: 'SIM-1' });
    expect(screen.getByText('Dana dikembalikan')).toBeInTheDocument();
    expect(
      screen.getByRole('heading', { level: 1, name: 'Dana Anda telah dikembalikan.' }),
    ).toBeInTheDocument();
    expect(screen.queryByText(/kursi dilepas|Gagal/)).toBeNull();
    expect(screen.getByText('Nomor referensi').nextSibling).toHaveTextContent('SIM-1');
  });
});

describe('an address to open', () => {
  it.each([
    ['https://wallet.example/pay', 'https://wallet.example/pay'],
    ['https://app.wallet.example/pay', 'https://app.wallet.example/pay'],
    ['https://notwallet.example/pay', null],
    ['https://wallet.example.evil.example/pay', null],
    ['https://wallet.example@evil.example/pay', null],
    ['/dev/gateway/p1', 'http://localhost:3000/dev/gateway/p1'],
    ['http://wallet.example/pay', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//wallet.example/pay', null],
    [null, null],
  ])('%s gives %s', (address, link) => {
    expect(safeLink(address, 'http://localhost:3000', ['wallet.example'])).toBe(link);
    expect(safeLink(address, 'http://localhost:3000', [])).toBe(
      address?.startsWith('/dev') ? link : null,
    );
  });
});

describe('the picture of a code', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('is null without a code', async () => {
    expect(await qrPicture(document.createElement('div'))).toBeNull();
  });

  it('has the code in the middle of the quiet zone', async () => {
    // A fake canvas that records its drawing calls: jsdom has none.
    const drawn: unknown[] = [];
    const note =
      (name: string) =>
      (...given: unknown[]) =>
        drawn.push([name, ...given]);
    const pen = {
      fillStyle: '',
      fillRect: (...box: number[]) => drawn.push(['white', pen.fillStyle, ...box]),
      scale: note('scale'),
      translate: note('translate'),
      fill: (path: { d: string }) => drawn.push(['fill', pen.fillStyle, path.d]),
    };
    vi.stubGlobal(
      'Path2D',
      class {
        readonly d: string;
        constructor(d: string) {
          this.d = d;
        }
      },
    );
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    const size: number[] = [];
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      done,
    ) {
      size.push(this.width, this.height);
      done(new Blob(['png']));
    });
    const frame = document.createElement('div');
    // 25 modules with two white ones on each side.
    frame.innerHTML =
      '<svg viewBox="0 0 29 29"><path fill="#FFFFFF" d="M0,0"/><path fill="#000000" d="M2,2"/></svg>';
    expect(await qrPicture(frame)).toBeInstanceOf(Blob);
    expect(size).toEqual([33 * 12, 33 * 12]);
    expect(drawn).toEqual([
      ['white', '#ffffff', 0, 0, 396, 396],
      ['scale', 12, 12],
      ['translate', 2, 2],
      ['fill', '#FFFFFF', 'M0,0'],
      ['fill', '#000000', 'M2,2'],
    ]);
  });
});
