// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  PaymentMethodView,
  type PaymentMethodViewProps,
} from '../../../../src/screens/payment-method/payment-method.view.tsx';
import { standStill } from '../../../support/stand-still.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { draft, draw, method } from '../purchase-data.tsx';

withModalDialogs();

const event = {
  id: 'e1',
  slug: 'konser-senja-jakarta',
  banner: null,
  name: 'Konser Senja Jakarta',
  eventDate: '2026-03-07T19:30:00+07:00',
  eventType: 'Konser',
  lowestPrice: 250_000,
  organizer: { logo: null, name: 'Suara Sore' },
  layout: null,
  venue: { name: 'Taman Cakrawala', location: null },
  about: '',
  facilities: [],
  TNC: '',
  privacyPolicy: '',
};

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

const pay = (name: string | RegExp = /^Bayar Sekarang/) => screen.getByRole('button', { name });

describe('the payment-method page', () => {
  it('is a skeleton while the methods load', () => {
    view({ isLoading: true, draft: null, methods: [], event: null });
    expect(screen.getByRole('status')).toHaveTextContent('Memuat metode pembayaran');
    expect(screen.queryByText(/Belum ada metode/)).not.toBeInTheDocument();
  });

  it('says how a fee comes about, and nothing twice', () => {
    view({
      methods: [
        { ...method('qris', 'QRIS', 0), fee_description: 'Gratis' },
        { ...method('dana', 'E-Wallet', 24_750), fee_description: '1,5%' },
      ],
    });
    expect(screen.getByText('Gratis')).toBeInTheDocument();
    expect(screen.getByText(/^Biaya/)).toHaveTextContent('Biaya Rp24.750 · 1,5%');
  });

  it('shows the refund policy of the order, also where that of the event has changed', () => {
    const steps = [{ daysBefore: 7, percent: 50 }];
    const order = { ...draft.order, refund_policy: { steps, fee: 0 } };
    view({ event: { ...event, refundPolicy: null }, draft: { ...draft, order } });
    expect(screen.getByText(/50%/)).toBeInTheDocument();
    expect(screen.queryByText('Tiket yang sudah dibeli tidak dapat dikembalikan.')).toBeNull();
  });

  it('shows the event and the order', () => {
    view();
    expect(screen.getByRole('heading', { level: 1, name: 'Metode Pembayaran' })).toHaveFocus();
    for (const text of [
      'Konser Senja Jakarta',
      'Taman Cakrawala',
      'Sabtu, 7 Maret 2026',
      '19:30 WIB',
      'Suara Sore',
      'Kursi: B-12, B-13',
      'Rp1.650.000',
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
  });

  it('offers the methods by group as radios, with their fees', async () => {
    const props = view();
    const group = screen.getByRole('radiogroup', { name: 'Metode Pembayaran' });
    expect(within(group).getByRole('heading', { name: 'E-Wallet' })).toBeInTheDocument();
    expect(
      within(group).getByRole('radio', { name: /QRIS.*Gratis.*Disarankan/ }),
    ).not.toBeChecked();
    await userEvent.click(within(group).getByRole('radio', { name: /DANA.*Biaya Rp24\.750/ }));
    expect(props.onSelect).toHaveBeenCalledWith('dana');
  });

  it('adds the fee of the chosen method, and pays', async () => {
    const props = view({ methodCode: 'dana', serviceFee: 24_750, canPay: true });
    expect(screen.getByRole('radio', { name: /DANA/ })).toBeChecked();
    expect(screen.getByText('Rp1.674.750')).toBeInTheDocument();
    expect(pay()).toHaveAccessibleName('Bayar Sekarang Rp1.674.750 dengan DANA');
    await userEvent.click(pay());
    expect(props.onPay).toHaveBeenCalledTimes(1);
  });

  it('shows a fee of zero as free', () => {
    view({ methodCode: 'qris', canPay: true });
    const order = within(screen.getByRole('complementary', { name: 'Rincian Pesanan' }));
    expect(order.getByText('Gratis')).toBeInTheDocument();
  });

  it('does not pay before a method is chosen, nor twice', async () => {
    view();
    expect(pay()).toBeDisabled();
    const props = view({ methodCode: 'qris', isCreating: true });
    await userEvent.click(pay('Membuat pembayaran…'));
    expect(props.onPay).not.toHaveBeenCalled();
  });

  it('counts down', () => {
    view({ deadline: standStill() + 299_500 });
    expect(
      screen.getByRole('timer', { name: 'Complete payment method selection in:' }),
    ).toHaveTextContent('5:00');
  });

  it('offers a way back without any method', async () => {
    const props = view({ methods: [], canRetry: true });
    await userEvent.click(screen.getByRole('button', { name: 'Muat ulang metode' }));
    expect(props.onRetry).toHaveBeenCalledTimes(1);
  });

  it('says why there is no payment', () => {
    view({ error: { key: 'payment.createRefused' } });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to create payment. Please try again.',
    );
  });

  it('says it in the bar above the button that caused it, on a phone', () => {
    view({ error: { key: 'payment.createRefused' } });
    const alert = screen.getByRole('alert');
    expect(alert.parentElement).toContainElement(pay());
    expect(alert.compareDocumentPosition(pay())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('offers virtual accounts, in a group of their own (ruling R6)', async () => {
    const props = view({
      methods: [method('qris', 'QRIS', 0), method('bca', 'Virtual Account', 4_000)],
    });
    const group = within(screen.getByRole('region', { name: 'Virtual Account' }));
    await userEvent.click(group.getByRole('radio', { name: /BCA/ }));
    expect(props.onSelect).toHaveBeenCalledWith('bca');
  });

  it('says that the seats are still held where an earlier charge is over (ruling R5)', () => {
    view({ isReopened: true });
    expect(screen.getByText(/kursi Anda masih dipegang/)).toBeInTheDocument();
  });

  it('says that time is up', async () => {
    const props = view({ isTimeUp: true });
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Time is up! Your session has expired. Please select your seats again.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(props.onTimeUpRead).toHaveBeenCalledTimes(1);
  });
});
