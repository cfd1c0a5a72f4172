import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  PaymentMethodView,
  type PaymentMethodViewProps,
} from '../../../../src/screens/payment-method/payment-method.view.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import { button, itPasses, itReads, lacks, press } from '../page.ts';
import { detail } from '../public-data.tsx';
import { draft, draw, method } from '../purchase-data.tsx';

withModalDialogs();

const event = detail({ organizer: { logo: null, name: 'Suara Sore' } });

function view(more: Partial<PaymentMethodViewProps> = {}) {
  const props: PaymentMethodViewProps = {
    isLoading: false,
    slug: 'konser-senja-jakarta',
    event,
    draft,
    methods: [method('qris', 'QRIS', 0), method('dana', 'E-Wallet', 24_750)],
    methodCode: null,
    serviceFee: 0,
    deadline: null,
    error: null,
    isReopened: false,
    isUnasked: false,
    isCreating: false,
    isTimeUp: false,
    canPay: false,
    canRetry: false,
    onSelect: vi.fn(),
    onPay: vi.fn(),
    onRetry: vi.fn(),
    onTimeUpRead: vi.fn(),
    ...more,
  };
  draw(<PaymentMethodView {...props} />);
  return props;
}

const pay = () => button(/^Bayar Sekarang/);
const byDana = { methodCode: 'dana', serviceFee: 24_750, canPay: true };
const steps = [{ daysBefore: 7, percent: 50 }];
const refused = { key: 'payment.createRefused' } as const;
const timeUp = 'Time is up! Your session has expired. Please select your seats again.';
const refundable = {
  event: { ...event, refundPolicy: null },
  draft: { ...draft, order: { ...draft.order, refund_policy: { steps, fee: 0 } } },
};

itReads(view, [
  [
    [{ status: 'Memuat metode pembayaran' }, { no: /Belum ada metode/ }],
    { isLoading: true, draft: null, methods: [], event: null },
  ],
  [['Konser Senja Jakarta', 'Taman Cakrawala', 'Sabtu, 7 Maret 2026', '19:30 WIB'], {}],
  [['Suara Sore', 'Kursi: B-12, B-13', 'Rp1.650.000'], {}],
  ['Rp1.674.750', byDana],
  [{ button: 'Bayar Sekarang Rp1.674.750 dengan DANA' }, byDana],
  [{ alert: 'Failed to create payment. Please try again.' }, { error: refused }],
  [/kursi Anda masih dipegang/, { isReopened: true }],
  ['No Forms Required', { isUnasked: true }],
  [timeUp, { isTimeUp: true }],
]);

itPasses(view, [
  [/^Bayar Sekarang/, 'onPay', byDana],
  ['Muat ulang metode', 'onRetry', { methods: [], canRetry: true }],
  ['OK', 'onTimeUpRead', { isTimeUp: true }],
]);

it('the methods are radios by group with their fees, and each can be chosen (§2.280, §2.283, §2.282, §2.285, §2.287, §8.26)', () => {
  const bca = method('bca', 'Virtual Account', 4_000);
  const fees = [
    { ...method('qris', 'QRIS', 0), fee_description: 'Gratis' },
    { ...method('dana', 'E-Wallet', 24_750), fee_description: '1,5%' },
    bca,
  ];
  const { onSelect } = view({ methods: fees, methodCode: 'dana' });
  expect(screen.getByRole('heading', { level: 1, name: 'Metode Pembayaran' })).toHaveFocus();
  const group = within(screen.getByRole('radiogroup', { name: 'Metode Pembayaran' }));
  expect(group.getByRole('heading', { name: 'E-Wallet' })).toBeInTheDocument();
  expect(group.getByRole('radio', { name: /DANA.*Biaya Rp24\.750 · 1,5%/ })).toBeChecked();
  const accounts = within(screen.getByRole('region', { name: 'Virtual Account' }));
  fireEvent.click(group.getByRole('radio', { name: /QRIS.*Gratis.*Disarankan/ }));
  fireEvent.click(accounts.getByRole('radio', { name: /BCA/ }));
  expect(vi.mocked(onSelect).mock.calls).toEqual([['qris'], ['bca']]);
  expect(group.getAllByText('Gratis')).toHaveLength(1);
});

it('the refund policy is that of the order, also where that of the event has changed', () => {
  view(refundable);
  expect(screen.getByText(/50%/)).toBeInTheDocument();
  lacks('Tiket yang sudah dibeli tidak dapat dikembalikan.');
});

it('nothing is paid before a method is chosen, nor twice (§5.50)', () => {
  view();
  expect(pay()).toBeDisabled();
  cleanup();
  const { onPay } = view({ methodCode: 'qris', isCreating: true });
  press('Membuat pembayaran…');
  expect(onPay).not.toHaveBeenCalled();
});

it('a refusal stands in the bar above the button that caused it', () => {
  view({ error: refused });
  const alert = screen.getByRole('alert');
  expect(alert.parentElement).toContainElement(pay());
  expect(alert.compareDocumentPosition(pay())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
