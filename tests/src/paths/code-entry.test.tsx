// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpContext, OtpEvent } from '../../../machines/otp/otp.types.ts';
import type { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import type {
  PasswordResetContext,
  PasswordResetEvent,
} from '../../../machines/password-reset/password-reset.types.ts';
import { translator } from '../../../src/text/translate.ts';
import { email, otpModel } from '../../model/otp.model.ts';
import { newPassword, passwordResetModel } from '../../model/password-reset.model.ts';
import { field, named } from '../../support/model/app-stage.tsx';
import { walkScreens } from '../../support/model/screen-walk.ts';
import { buyer } from '../screens/purchase-data.tsx';

const button = (name: string | RegExp) => named('button', name);
const boxes = () => field('Kode verifikasi');
const says = (words: string) => expect(screen.getByText(words)).toBeInTheDocument();
const path = (place: string) => expect(window.location.pathname).toBe(place);

/** Asserts the error message, or its absence. */
const complaint = (words: string | null) =>
  words === null
    ? expect(screen.queryByRole('alert')).toBeNull()
    : expect(screen.getByRole('alert')).toHaveTextContent(words);

const isWhole = (code: string) => /^\d{6}$/.test(code);

/** How a code is submitted: the boxes for a whole one, else the button, which §5 disables until all six are filled. */
const codeSubmit = (submit: () => HTMLElement | null) => ({
  control: ({ code }: { readonly code: string }) => {
    if (isWhole(code)) return boxes();
    return boxes()?.value.length === 6 ? null : submit();
  },
  withheld: ({ code }: { readonly code: string }) => !isWhole(code),
});

const codeGestures = {
  'otp.resend': { control: () => button('Kirim ulang kode') },
  'otp.leave': { control: () => button('Back to Login') },
};

const noClock = () => expect(named('timer', /./)).toBeNull();
const isBusy = (of: HTMLElement | null) => expect(of).toHaveAttribute('aria-busy', 'true');

/** What both pages with a code show: its entry, its clock and the way to another one. */
const codeSights = (submit: () => HTMLElement | null, verified: string) => ({
  'code.entry.submitting': () => {
    isBusy(submit());
    expect(boxes()).toHaveAttribute('readonly');
  },
  verified: () => {
    says(verified);
    noClock();
    expect(button(/^Kirim ulang/)).toBeNull();
  },
  'code.clock.stopped': noClock,
  'code.clock.running': () =>
    expect(named('timer', 'Kode berlaku')).toHaveTextContent(/^\d\d:\d\d$/),
  'code.clock.ranOut': noClock,
  'code.resend.deciding': 'never rests' as const,
  'code.resend.ready': () => expect(button('Kirim ulang kode')).not.toBeNull(),
  'code.resend.coolingDown': () => expect(button(/^Kirim ulang dalam \d+:\d\d$/)).toBeDisabled(),
  'code.resend.sending': () => isBusy(button('Kirim ulang kode')),
  'code.resend.dailyLimitReached': () => {
    says('Batas pengiriman kode hari ini sudah tercapai.');
    expect(button(/^Kirim ulang/)).toBeNull();
  },
});

const verify = () => button('Verifikasi');

/** Texts of the simple page that differ (§5, §8). */
const simpleTexts: Readonly<Record<string, string>> = {
  'otp.incomplete': 'Please enter complete verification code',
  'otp.invalid': 'Invalid OTP. Please try again.',
  'otp.resendFailed': 'Failed to resend OTP. Please try again.',
};
const otpComplains = ({ error, variant }: OtpContext) => {
  const simple = error !== null && 'key' in error && variant === 'simple' && simpleTexts[error.key];
  complaint(error === null ? null : simple || translator('id').said(error));
};

walkScreens<typeof otpMachine, OtpEvent, unknown>({
  model: otpModel as never,
  flow: 'otp',
  path: (start) => (start === 'full' ? '/verify-code' : '/verify'),
  account: null,
  accountLater: buyer,
  gestures: {
    ...codeGestures,
    'otp.submit': {
      ...codeSubmit(verify),
      make: async ({ buyer: person }, { code }, input) => {
        await person.clear(input);
        await person.click(input);
        await person.paste(code);
        await person.click(verify() as HTMLElement);
      },
    },
    'otp.edit': {
      control: boxes,
      make: async ({ buyer: person }, _event, input) => {
        await person.type(input, (input as HTMLInputElement).value === '' ? '7' : '{Backspace}');
      },
    },
  },
  sights: {
    ...codeSights(verify, 'Email terverifikasi. Mengarahkan...'),
    checkingStatus: () => {
      expect(boxes()).toBeDisabled();
      expect(button('Kirim ulang kode')).toBeDisabled();
    },
    'code.entry.entering': (context) => {
      expect(boxes()).toBeEnabled();
      otpComplains(context);
    },
    'code.entry.expired': (context) => {
      expect(boxes()).toHaveAttribute('readonly');
      otpComplains(context);
    },
    finished: () => path('/'),
    signedOut: () => says('Tidak ada akun yang perlu diverifikasi di perangkat ini.'),
    left: () => path('/login'),
  },
});

/** A required input, whose label ends with its mark. */
function required(label: RegExp): HTMLInputElement | null {
  const control = (named('label', label) as HTMLLabelElement | null)?.control;
  return control instanceof HTMLInputElement ? control : null;
}
const address = () => required(/^Email\b/);
const password = () => required(/^Kata sandi baru\b/) as HTMLInputElement;
const save = () => button('Simpan dan masuk');
const send = () => button('Kirim kode');
const resetComplains = ({ error }: PasswordResetContext) =>
  complaint(error === null ? null : translator('id').said(error));

walkScreens<typeof passwordResetMachine, PasswordResetEvent, unknown>({
  model: passwordResetModel as never,
  flow: 'passwordReset',
  path: () => '/forgot-password?returnTo=%2Fcontact-us',
  account: null,
  accountLater: buyer,
  gestures: {
    ...codeGestures,
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
      ...codeSubmit(save),
      make: async ({ buyer: person }, { code }, input) => {
        await person.clear(input);
        await person.click(input);
        await person.paste(code);
        await person.clear(password());
        await person.paste(newPassword);
        await person.click(save() as HTMLElement);
      },
    },
    'otp.edit': {
      control: () => boxes() ?? address(),
      make: async ({ buyer: person }, _event, input) => {
        await person.type(input, (input as HTMLInputElement).value === '' ? '7' : '{Backspace}');
      },
    },
  },
  sights: {
    ...codeSights(save, 'Kata sandi baru tersimpan. Mengarahkan...'),
    asking: (context) => {
      expect(button(/^Kirim ulang/)).toBeNull();
      expect(address()).toBeEnabled();
      expect(boxes()).toBeNull();
      resetComplains(context);
    },
    requesting: () => {
      expect(address()).toHaveValue(email);
      expect(address()).toHaveAttribute('readonly');
      expect(send()).toHaveAttribute('aria-busy', 'true');
    },
    'code.entry.entering': (context) => {
      expect(boxes()).toBeEnabled();
      expect(password()).toBeEnabled();
      resetComplains(context);
    },
    'code.entry.submitting': () => {
      expect(save()).toHaveAttribute('aria-busy', 'true');
      expect(boxes()).toHaveAttribute('readonly');
      expect(password()).toHaveAttribute('readonly');
    },
    'code.entry.expired': (context) => {
      expect(boxes()).toHaveAttribute('readonly');
      resetComplains(context);
    },
    finished: () => path('/contact-us'),
    left: () => path('/auth/login'),
  },
});
