// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpContext, OtpEvent } from '../../../machines/otp/otp.types.ts';
import { email, newPassword, otpModel } from '../../model/otp.model.ts';
import { field, named } from '../../support/model/app-stage.tsx';
import { walkScreens } from '../../support/model/screen-walk.ts';
import { buyer } from '../screens/purchase-data.tsx';

const { reset } = otpModel.starts;

const button = (name: string | RegExp) => named('button', name);
const boxes = () => field('Kode verifikasi');
/** A required input, whose label ends with its mark. */
function required(label: RegExp): HTMLInputElement | null {
  const control = (named('label', label) as HTMLLabelElement | null)?.control;
  return control instanceof HTMLInputElement ? control : null;
}
const address = () => required(/^Email\b/);
const password = () => required(/^Kata sandi baru\b/) as HTMLInputElement;
const submit = () => button('Simpan dan masuk');
const send = () => button('Kirim kode');
const path = (place: string) => expect(window.location.pathname).toBe(place);
const noClock = () => expect(named('timer', /./)).toBeNull();

/** Asserts the error message, or its absence. */
const complaint = ({ error }: OtpContext) =>
  error === null
    ? expect(screen.queryByRole('alert')).toBeNull()
    : expect(screen.getByRole('alert')).toHaveTextContent(error);

walkScreens<typeof otpMachine, OtpEvent, unknown>({
  model: { ...otpModel, starts: { reset } } as never,
  flow: 'otp',
  path: () => '/forgot-password?returnTo=%2Fcontact-us',
  account: null,
  accountLater: buyer,
  gestures: {
    'otp.ask': {
      control: address,
      make: async ({ buyer: person }, event, input) => {
        await person.clear(input);
        await person.paste(event.email);
        await person.click(send() as HTMLElement);
      },
    },
    'otp.changeEmail': { control: () => button('Ganti alamat') },
    'otp.submit': {
      control: ({ code }) => {
        const isWhole = /^\d{6}$/.test(code);
        if (isWhole) return boxes();
        return boxes()?.value.length === 6 ? null : submit();
      },
      make: async ({ buyer: person }, { code }, input) => {
        await person.clear(input);
        await person.click(input);
        await person.paste(code);
        await person.clear(password());
        await person.paste(newPassword);
        await person.click(submit() as HTMLElement);
      },
      // §5: submit is disabled until all six are filled.
      withheld: ({ code }) => !/^\d{6}$/.test(code),
    },
    'otp.edit': {
      control: () => boxes() ?? address(),
      make: async ({ buyer: person }, _event, input) => {
        await person.type(input, (input as HTMLInputElement).value === '' ? '7' : '{Backspace}');
      },
    },
    'otp.resend': { control: () => button('Kirim ulang kode') },
    'otp.leave': { control: () => button('Back to Login') },
  },
  sights: {
    'entry.beginning': 'never rests',
    'entry.checkingStatus': 'never rests',
    'entry.submitting': 'never rests',
    'entry.signedOut': 'never rests',
    'entry.asking': (context) => {
      expect(address()).toBeEnabled();
      expect(boxes()).toBeNull();
      complaint(context);
    },
    'entry.requesting': () => {
      expect(address()).toHaveValue(email);
      expect(address()).toHaveAttribute('readonly');
      expect(send()).toHaveAttribute('aria-busy', 'true');
    },
    'entry.entering': (context) => {
      expect(boxes()).toBeEnabled();
      expect(password()).toBeEnabled();
      complaint(context);
    },
    'entry.resetting': () => {
      expect(submit()).toHaveAttribute('aria-busy', 'true');
      expect(boxes()).toHaveAttribute('readonly');
      expect(password()).toHaveAttribute('readonly');
    },
    'entry.verified': () =>
      expect(screen.getByText('Kata sandi baru tersimpan. Mengarahkan...')).toBeInTheDocument(),
    'entry.expired': (context) => {
      expect(boxes()).toHaveAttribute('readonly');
      complaint(context);
    },
    'entry.proven': () => path('/contact-us'),
    'entry.left': () => path('/auth/login'),
    'clock.stopped': noClock,
    'clock.running': () => expect(named('timer', 'Kode berlaku')).toHaveTextContent(/^\d\d:\d\d$/),
    'clock.ranOut': noClock,
    'clock.closed': noClock,
    'resend.unknown': () => expect(button(/^Kirim ulang/)).toBeNull(),
    'resend.deciding': 'never rests',
    'resend.choosingSender': 'never rests',
    'resend.sending': 'never rests',
    'resend.ready': () => expect(button('Kirim ulang kode')).not.toBeNull(),
    'resend.coolingDown': () => expect(button(/^Kirim ulang dalam \d+:\d\d$/)).toBeDisabled(),
    'resend.sendingAgain': () =>
      expect(button('Kirim ulang kode')).toHaveAttribute('aria-busy', 'true'),
    'resend.dailyLimitReached': () => {
      expect(
        screen.getByText('Batas pengiriman kode hari ini sudah tercapai.'),
      ).toBeInTheDocument();
      expect(button(/^Kirim ulang/)).toBeNull();
    },
    'resend.closed': () =>
      expect(button('Kirim ulang kode')?.matches(':enabled') ?? false).toBe(false),
  },
});
