// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import type { PaymentContext, PaymentEvent } from '../../../machines/payment/payment.types.ts';
import { rupiah } from '../../../src/text/format.ts';
import { paymentModel, slug } from '../../model/payment.model.ts';
import { readingAs } from '../../support/flows/readings.ts';
import { named } from '../../support/model/app-stage.tsx';
import { walkScreens } from '../../support/model/screen-walk.ts';
import { shownText } from '../../support/shown-text.ts';
import { withModalDialogs } from '../screens/modal-dialogs.ts';
import { detail } from '../screens/public-data.tsx';
import { buyer } from '../screens/purchase-data.tsx';

withModalDialogs();

const button = (name: string | RegExp) => named('button', name);
const says = (words: string | RegExp) => expect(screen.getByText(words)).toBeInTheDocument();
const path = (place: string) => expect(window.location.pathname).toBe(place);
const method = (code: string) => named('label', new RegExp(code))?.querySelector('input') ?? null;
const pay = () => button(/^(Bayar Sekarang.*|Membuat pembayaran…|Ambil Tiket|Menerbitkan tiket…)$/);
const check = () => button(/^(Periksa Status Pembayaran|Memeriksa…)$/);
const close = () =>
  [...document.querySelectorAll<HTMLElement>('dialog button')].findLast(
    ({ textContent }) => textContent === 'Tutup',
  ) ?? null;

/** Asserts the error messages, each in its own alert, or their absence. */
const complaint = (...errors: readonly (string | null)[]) => {
  const told = screen.queryAllByRole('alert').map(({ textContent }) => textContent);
  expect(told).toEqual(
    errors.filter((error) => error !== null).map((error) => expect.stringContaining(error)),
  );
};
const change = () => button(/^(Ganti metode|Mengganti metode…|Pilih metode lain)$/);

const isFree = ({ draft }: PaymentContext) => draft?.order.total_price === 0;
const creating = (context: PaymentContext) => {
  expect(pay()).toHaveAttribute('aria-busy', 'true');
  expect(pay()).toHaveTextContent(isFree(context) ? 'Menerbitkan tiket…' : 'Membuat pembayaran…');
  if (isFree(context)) expect(screen.queryByRole('radio')).toBeNull();
  else expect(method(context.methodCode ?? '?')).toBeChecked();
};
const noticeWords = {
  payment_started: 'Menunggu pembayaran Anda',
  payment_completed: 'Pembayaran berhasil!',
  payment_expired: 'Pembayaran telah kedaluwarsa. Mengarahkan ke halaman event...',
};
const paying = ({ reading, error, changeError, notices }: PaymentContext) => {
  complaint(shownText(error), reading === null ? null : shownText(changeError));
  if (reading === null) {
    if (error === null) says('Memuat pembayaran');
    return;
  }
  expect(screen.getAllByText(rupiah(reading.payment.amount))).toHaveLength(2);
  const told = [...(named('ul', 'Pemberitahuan')?.children ?? [])];
  expect(told.map(({ textContent }) => textContent)).toEqual(
    notices.map(({ event }) => noticeWords[event]),
  );
};
const watching = (context: PaymentContext) => {
  paying(context);
  expect(check()).not.toHaveAttribute('aria-busy');
};
const success = ({ reading }: PaymentContext) => {
  const dialog = screen.getByRole('dialog', { name: 'Pembayaran berhasil!' });
  const order = reading?.payment.order_code;
  expect(dialog).toHaveTextContent(
    order === undefined ? 'Tiket Anda sedang diterbitkan.' : `Nomor pesanan ${order}.`,
  );
  expect(button('Download Ticket')).toBeDisabled();
  expect(check()).toBeNull();
};
const over = () => complaint('Pembayaran telah kedaluwarsa. Mengarahkan ke halaman event...');
const refused = ({ reading }: PaymentContext) => {
  const isDenied = reading?.payment.end_reason === 'denied';
  complaint(isDenied ? 'Pembayaran ditolak' : 'Masa berlaku pembayaran habis');
  says(/Tidak ada dana yang diambil, dan kursi Anda masih dipegang\./);
  expect(change()).toHaveTextContent('Pilih metode lain');
};
const failed = ({ error }: PaymentContext) => {
  complaint(shownText(error));
  expect(check()).toBeNull();
};

walkScreens<typeof paymentMachine, PaymentEvent, unknown>({
  model: paymentModel as never,
  flow: 'payment',
  path: (start) => `/event/${slug}/${start === 'paying' ? 'payment' : 'payment-method'}`,
  account: buyer,
  reading: (start) =>
    readingAs({ slug, step: start === 'paying' ? 'paymentProcessing' : 'paymentSelection' }),
  event: detail({ slug }),
  gestures: {
    // A press on the chosen method changes nothing.
    'method.select': { control: ({ code }) => method(code), spare: (isAt) => isAt('choosing') },
    'payment.request': { control: pay },
    'payment.check': {
      control: check,
      // A press during an automatic read joins it; the page before has no button, only a wake.
      spare: (isAt) => isAt('awaiting.status.reading') || isAt('choosing'),
      // A wake is no press: without a button no user can take this path.
      withheld: (_, isAt) => isAt('choosing') || isAt('refused'),
    },
    'payment.change': {
      control: change,
      // The page offers no button after the deadline.
      withheld: (_, isAt) => isAt('awaiting.deadline.passed'),
    },
    'methods.retry': { control: () => button('Muat ulang metode') },
    'payment.hinted': 'from elsewhere',
    'payment.failureHinted': 'from elsewhere',
    'page.hidden': 'from elsewhere',
    'page.shown': 'from elsewhere',
    'payment.timeUp': 'from elsewhere',
    'success.close': { control: close },
    'notice.dismiss': { control: () => button('OK') },
  },
  sights: {
    entering: 'never rests',
    loadingMethods: () => says('Memuat metode pembayaran'),
    choosing: (context) => {
      const { methods, methodCode, serviceFee, draft, error } = context;
      complaint(shownText(error));
      if (isFree(context)) {
        says('Pesanan ini gratis: tidak ada yang perlu dibayar.');
        expect(screen.queryByRole('radio')).toBeNull();
        return;
      }
      if (methods.length === 0) says('Belum ada metode pembayaran yang tersedia.');
      for (const { code } of methods) {
        expect(method(code)?.checked).toBe(code === methodCode);
      }
      if (draft === null || methodCode === null) return;
      const total = draft.order_data.pricing_details.final_price + serviceFee;
      expect(screen.getByText(rupiah(total))).toBeInTheDocument();
    },
    'creating.inTime': creating,
    'creating.late': creating,
    timeUp: () => {
      const dialog = screen.getByRole('alertdialog', { name: 'Waktu habis' });
      expect(dialog).toHaveTextContent(
        'Time is up! Your session has expired. Please select your seats again.',
      );
    },
    'awaiting.status.sorting': 'never rests',
    'awaiting.status.reading': paying,
    'awaiting.status.watching.fresh': watching,
    'awaiting.status.watching.held': (context) => {
      paying(context);
      expect(check()).toHaveAttribute('aria-busy', 'true');
    },
    'awaiting.status.watching.stale': watching,
    'awaiting.deadline.counting': paying,
    'awaiting.deadline.passed': paying,
    'awaiting.page.shown': paying,
    'awaiting.page.hidden': paying,
    changing: (context) => {
      paying(context);
      expect(change()).toHaveAttribute('aria-busy', 'true');
    },
    'refused.shown': refused,
    'refused.asking': refused,
    'completed.proving.trial.asking': success,
    'completed.proving.trial.resting': success,
    'completed.proving.deciding': success,
    'completed.proven.clearing': success,
    'completed.proven.clear': success,
    'completed.closing': success,
    'expiring.asking': over,
    'expiring.answered': over,
    'expired.shown': over,
    'expired.clearing': over,
    'failed.shown': failed,
    'failed.clearing': (context) => {
      failed(context);
      expect(button('OK')).toHaveAttribute('aria-busy', 'true');
    },
    paid: () => path('/'),
    outOfTime: () => path(`/event/${slug}/seats`),
    leftForEvent: () => path(`/event/${slug}`),
    noDraft: () => path(`/event/${slug}/seats`),
    // The page of the session's own step.
    elsewhere: () => expect(window.location.pathname).toContain(`/event/${slug}/payment`),
    signedOut: () => path(`/event/${slug}`),
  },
});
