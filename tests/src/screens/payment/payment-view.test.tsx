import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  PaymentView,
  type PaymentViewProps,
} from '../../../../src/screens/payment/payment.view.tsx';
import { safeLink } from '../../../../src/screens/payment/safe-link.ts';
import { standStill } from '../../../support/stand-still.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { button, itPasses, itReads, lacks, press, reads } from '../page.ts';
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

/** A charge with this data and no QR code. */
const by = (data: Partial<typeof payment.payment_data>) => ({
  payment: { ...payment, payment_data: { ...payment.payment_data, qr_string: null, ...data } },
});
const onPhone = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));

describe('the payment page (§2.300, §2.305, §2.306, §8.27)', () => {
  const items = [
    { category_name: 'VIP', quantity: 2, price_per_item: 750_000, seats: ['A-1', 'A-2'] },
  ];
  const pricing = {
    original_price: 1_500_000,
    discount: 0,
    tax: 150_000,
    final_price: 1_650_000,
  };
  const off = { connected: false, error: 'Broker tidak menjawab' };
  const check = { button: 'Periksa Status Pembayaran' };
  const copyNumber = { button: /^Salin nomor/ };
  const toApp = { no: { link: /Buka aplikasi/ } };
  const simulation = { link: 'Simulasi pembayaran' };
  const deeplink = 'gojek://gopay/merchanttransfer?tref=1';
  const refunded = { amount: 1_650_000, status: 'done', reference: 'SIM-1' } as const;

  itReads(view, [
    [
      [{ heading: 'Pembayaran' }, { status: 'Memuat pembayaran' }],
      { stage: 'loading', payment: null },
    ],
    [['RTX-TEST01', 'QRIS', 'Menunggu pembayaran', 'Gratis'], {}],
    [
      ['2 × VIP', 'Kursi: A-1, A-2', 'Pajak', 'Rp150.000'],
      { payment: { ...payment, items, pricing } },
    ],
    [
      ['Dana dikembalikan', 'Nomor referensi', 'SIM-1'],
      { payment: { ...payment, status: 'refunded', refund: refunded } },
    ],
    [{ button: 'Simpan QR' }, {}],
    [{ no: simulation }, { payment: { ...payment, gateway: 'midtrans' } }],
    [
      ['8800 0141 2345 6789', 'Nomor Virtual Account BCA'],
      by({ virtual_account: '8800014123456789', bank: 'bca' }),
    ],
    [['-', { no: copyNumber }, { no: /\d{8,}/ }, check], by({})],
    [
      ['Kode Perusahaan MANDIRI', '70012', '9900 0000 0260', copyNumber, { no: '-' }],
      by({ biller_code: '70012', bill_key: '990000000260', bank: 'mandiri' }),
    ],
    [{ button: /^Salin kode/ }, by({ biller_code: '70012', bill_key: '1', bank: 'mandiri' })],
    [['Buka aplikasi QRIS Anda dan setujui pembayarannya', { no: '-' }, toApp], by({ push: true })],
    [[/^Buka halaman ini di ponsel Anda/, { no: '-' }, toApp], by({ deeplink })],
    [
      [
        toApp,
        /^Halaman ini tidak dapat membuka QRIS/,
        { no: /Virtual Account/ },
        { no: { img: /./ } },
      ],
      by({ checkout_url: 'javascript:alert(1)', qr_code_url: 'javascript:alert(1)' }),
    ],
    [
      [toApp, { no: { img: /./ } }],
      by({ checkout_url: 'https://wallet.example/pay', qr_code_url: 'https://wallet.example/q' }),
    ],
    [
      ['Waktu pembayaran habis', /Jangan membayar lagi dengan kode ini\./, check],
      { isPastDeadline: true },
    ],
    [
      [{ no: { button: 'Simpan QR' } }, { no: { button: /^Salin total/ } }],
      { isPastDeadline: true },
    ],
    [
      [{ no: { heading: 'Cara Pembayaran' } }, { no: { button: 'Ganti metode' } }],
      { isPastDeadline: true },
    ],
    [[{ heading: 'Cara Pembayaran' }, { heading: 'Aplikasi bank' }], {}],
    ['Real-time monitoring aktif', {}],
    [['Monitoring offline', 'Pembayaran tetap dipantau secara berkala.'], { realtime: off }],
    [
      [{ no: 'Pembayaran tetap dipantau secara berkala.' }, { no: /Kami sedang memastikan/ }],
      { isOnline: false, isPastDeadline: true, realtime: off },
    ],
    [/begitu perangkat Anda tersambung/, { isOnline: false, isPastDeadline: true }],
    ['Pembayaran belum diterima.', { wasChecked: true }],
    [{ alert: 'Failed to check payment status' }, { error: { key: 'payment.readFailed' } }],
  ]);

  itPasses(view, [
    ['Periksa Status Pembayaran', 'onCheck', {}],
    ['Ganti metode', 'onChange', {}],
    ['OK', 'onDismiss', { stage: 'failed', error: { key: 'payment.refundDue' } }],
  ]);

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
    reads('Terakhir diperiksa 19:12 WIB');
  });

  it('says how much and by when, and checks once at a time', () => {
    const { onCheck } = view({ deadline: standStill() + 599_500, isChecking: true });
    const timer = screen.getByRole('timer', { name: 'Sisa waktu pembayaran' });
    expect(timer).toHaveTextContent('00:10:00');
    reads('Sabtu, 7 Maret 2026, 19:30 WIB');
    expect(screen.getAllByText('Rp1.650.000')).toHaveLength(2);
    press('Memeriksa…');
    expect(onCheck).not.toHaveBeenCalled();
  });

  it('copies amount and account as plain digits', async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    view(by({ virtual_account: '8800014123456789', bank: 'bca' }));
    press(/^Salin total/, /^Salin nomor/);
    await screen.findAllByText('Copied!');
    expect(writeText.mock.calls).toEqual([['1650000'], ['8800014123456789']]);
  });

  it("draws the code here, or shows the gateway's picture, and names a simulation (§2.315)", async () => {
    view();
    const code = await screen.findByRole('img', { name: 'Kode QR pembayaran' });
    expect(code).toHaveAttribute('width', '192');
    const link = screen.getByRole('link', { name: simulation.link });
    expect(link).toHaveAttribute('href', '/dev/gateway/p1');
    cleanup();
    view(by({ qr_code_url: '/qr/p1.png' }));
    const picture = screen.getByRole('img', { name: 'Kode QR pembayaran' });
    expect(picture).toHaveAttribute('src', `${window.location.origin}/qr/p1.png`);
    expect(picture).toHaveAttribute('width', '192');
    lacks('-');
  });

  it('opens an app on a phone by its link, elsewhere by a configured host, without opener (§2.304)', () => {
    const link = () => screen.getByRole('link', { name: /Buka aplikasi/ });
    view(by({ checkout_url: '/dev/gateway/p1' }));
    expect(link()).toHaveAttribute('href', `${window.location.origin}/dev/gateway/p1`);
    expect(link().getAttribute('rel')).toContain('noopener');
    lacks('-');
    cleanup();
    onPhone();
    view(by({ deeplink }));
    expect(link()).toHaveAttribute('href', deeplink);
    cleanup();
    view(by({ deeplink: 'javascript:alert(1)//gojek://' }));
    lacks({ link: /Buka aplikasi/ });
  });

  it('says why the method cannot be changed, directly above its button', () => {
    view({ changeError: { key: 'payment.changeFailed' } });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Metode belum dapat diganti. Periksa koneksi Anda, lalu');
    expect(alert.nextElementSibling).toContainElement(button('Ganti metode'));
  });
});

describe('the end of a payment (§2.309, §2.330)', () => {
  const paid = { ...payment, status: 'completed' as const, ticket_ids: ['t1'] };
  const completed = (more: Partial<PaymentViewProps> = {}) =>
    view({ stage: 'completed', payment: paid, ...more });
  const event = { name: 'Konser Senja', venue: 'Taman', datetime: 'TBA', colours: null };
  const refund = { amount: 1_650_000, status: 'due', reference: null } as const;
  const due = {
    stage: 'failed',
    error: { key: 'payment.refundDue' },
    payment: { ...payment, status: 'refund_due', refund },
  } as const;

  itReads(view, [
    [
      { alert: 'Pembayaran telah kedaluwarsa. Mengarahkan ke halaman event...' },
      { stage: 'expired' },
    ],
    [{ alert: 'Pembayaran diterima setelah kursi dilepas. Dana Anda akan dikembalikan.' }, due],
    [['Rp1.650.000', 'RTX-TEST01', 'Menunggu pengembalian dana', { no: 'Nomor referensi' }], due],
    ['Rinciannya juga kami kirim ke email Anda.', due],
    [
      [{ heading: 'Dana Anda telah dikembalikan.' }, 'Dana dikembalikan', 'SIM-1'],
      {
        stage: 'failed',
        error: { key: 'payment.refunded' },
        payment: {
          ...payment,
          status: 'refunded',
          refund: { ...refund, status: 'done', reference: 'SIM-1' },
        },
      },
    ],
    [
      { no: /kursi dilepas|Gagal/ },
      {
        stage: 'failed',
        error: { key: 'payment.refunded' },
        payment: { ...payment, status: 'refunded', refund: { ...refund, status: 'done' } },
      },
    ],
  ]);
  itReads(completed, [
    [[{ dialog: 'Pembayaran berhasil!' }, /Nomor pesanan RTX-TEST01/, 'Memuat tiket'], {}],
    [[{ no: 'Memuat tiket' }, { no: { article: /./ } }], { issued: { tickets: [], event } }],
    ['3 tiket dalam satu berkas PDF.', { payment: { ...paid, ticket_ids: ['t1', 't2', 't3'] } }],
    [{ no: { button: 'Simpan ke kalender' } }, {}],
  ]);

  it('is a modal with ways on; the calendar file keeps it open', () => {
    const onCalendar = vi.fn();
    const { onClose } = completed({ onCalendar });
    expect(screen.getByRole('link', { name: 'Pesanan Saya' })).toHaveAttribute(
      'href',
      '/my-tickets',
    );
    press('Simpan ke kalender');
    expect(onCalendar).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    const closers = screen.getAllByRole('button', { name: 'Tutup' });
    for (const closer of closers) fireEvent.click(closer);
    expect(onClose).toHaveBeenCalledTimes(closers.length);
  });

  it('closes after a download, stays after one that failed, and offers none too early', async () => {
    const { onClose } = completed();
    press('Download Ticket');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    cleanup();
    const stays = completed({ onDownload: vi.fn(async () => false) });
    press('Download Ticket');
    await screen.findByText('Failed to download ticket PDF. Please try again.');
    expect(stays.onClose).not.toHaveBeenCalled();
    cleanup();
    completed({ issued: { tickets: [], event } });
    expect(button('Download Ticket')).toBeEnabled();
    cleanup();
    view({ stage: 'completed' });
    expect(button('Download Ticket')).toBeDisabled();
  });

  it.each([
    ['denied', 'Pembayaran ditolak', 'Bank atau penyedia pembayaran menolak pembayaran ini.'],
    ['expired', 'Masa berlaku pembayaran habis', 'tidak dapat dipakai lagi'],
    ['cancelled', 'Pembayaran dibatalkan', 'membatalkan pembayaran ini'],
  ] as const)('as %s leads to another method: reason, money, seats', (end_reason, title, why) => {
    const { onChange } = view({
      stage: 'refused',
      payment: { ...payment, status: 'failed', end_reason, can_change: true },
      deadline: standStill() + 299_500,
    });
    reads({ heading: title }, { alert: why });
    reads({ alert: 'Tidak ada dana yang diambil, dan kursi Anda masih dipegang.' });
    expect(screen.getAllByRole('timer')).toHaveLength(1);
    press('Pilih metode lain');
    expect(onChange).toHaveBeenCalledOnce();
  });
});

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
])('of the address %s a buyer can open %s', (address, link) => {
  expect(safeLink(address, 'http://localhost:3000', ['wallet.example'])).toBe(link);
  expect(safeLink(address, 'http://localhost:3000', [])).toBe(
    address?.startsWith('/dev') ? link : null,
  );
});

describe('money that has come and is being looked at (§2.311)', () => {
  const inReview = 'Uang Anda sudah masuk dan sedang kami periksa. Mohon jangan membayar lagi.';
  it.each([
    ['awaiting', null, ['Belum dibayar', 'Ganti metode']],
    ['expired', null, ['Mengarahkan']],
    ['failed', { key: 'payment.inReview' }, ['Gagal']],
    ['refused', null, ['Pilih metode lain']],
  ] as const)(
    'is said where the payment is %s, and nothing that asks to pay again',
    (stage, error, never) => {
      view({ stage, error, payment: { ...payment, in_review: true } });
      expect(document.body.textContent).toContain(inReview);
      expect(document.body.textContent).not.toContain(payment.payment_data.qr_string ?? '?');
      for (const words of never) expect(document.body.textContent).not.toContain(words);
    },
  );
});
