// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import type {
  PasswordResetContext,
  PasswordResetEvent,
} from '../../../machines/password-reset/password-reset.types.ts';
import { translator } from '../../../src/text/translate.ts';
import { email } from '../../model/otp.model.ts';
import { newPassword, passwordResetModel } from '../../model/password-reset.model.ts';
import { field, named } from '../../support/model/app-stage.tsx';
import { walkScreens } from '../../support/model/screen-walk.ts';
import { buyer } from '../screens/purchase-data.tsx';

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
const complaint = ({ error }: PasswordResetContext) =>
  error === null
    ? expect(screen.queryByRole('alert')).toBeNull()
    : expect(screen.getByRole('alert')).toHaveTextContent(translator('id').said(error));

walkScreens<typeof passwordResetMachine, PasswordResetEvent, unknown>({
  model: passwordResetModel as never,
  flow: 'passwordReset',
  path: () => '/forgot-password?returnTo=%2Fcontact-us',
  account: null,
  accountLater: buyer,
  gestures: {
    'email.submit': {
      control: address,
      make: async ({ buyer: person }, event, input) => {
        await person.clear(input);
        await person.paste(event.email);
        await person.click(send() as HTMLElement);
      },
    },
    'email.change': { control: () => button('Ganti alamat') },
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
    asking: (context) => {
      expect(button(/^Kirim ulang/)).toBeNull();
      expect(address()).toBeEnabled();
      expect(boxes()).toBeNull();
      complaint(context);
    },
    requesting: () => {
      expect(address()).toHaveValue(email);
      expect(address()).toHaveAttribute('readonly');
      expect(send()).toHaveAttribute('aria-busy', 'true');
    },
    'code.entry.entering': (context) => {
      expect(boxes()).toBeEnabled();
      expect(password()).toBeEnabled();
      complaint(context);
    },
    'code.entry.submitting': () => {
      expect(submit()).toHaveAttribute('aria-busy', 'true');
      expect(boxes()).toHaveAttribute('readonly');
      expect(password()).toHaveAttribute('readonly');
    },
    verified: () => {
      expect(screen.getByText('Kata sandi baru tersimpan. Mengarahkan...')).toBeInTheDocument();
      noClock();
      expect(button(/^Kirim ulang/)).toBeNull();
    },
    'code.entry.expired': (context) => {
      expect(boxes()).toHaveAttribute('readonly');
      complaint(context);
    },
    finished: () => path('/contact-us'),
    left: () => path('/auth/login'),
    'code.clock.stopped': noClock,
    'code.clock.running': () =>
      expect(named('timer', 'Kode berlaku')).toHaveTextContent(/^\d\d:\d\d$/),
    'code.clock.ranOut': noClock,
    'code.resend.deciding': 'never rests',
    'code.resend.ready': () => expect(button('Kirim ulang kode')).not.toBeNull(),
    'code.resend.coolingDown': () => expect(button(/^Kirim ulang dalam \d+:\d\d$/)).toBeDisabled(),
    'code.resend.sending': () =>
      expect(button('Kirim ulang kode')).toHaveAttribute('aria-busy', 'true'),
    'code.resend.dailyLimitReached': () => {
      expect(
        screen.getByText('Batas pengiriman kode hari ini sudah tercapai.'),
      ).toBeInTheDocument();
      expect(button(/^Kirim ulang/)).toBeNull();
    },
  },
});
