// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpContext, OtpEvent } from '../../../machines/otp/otp.types.ts';
import { translator } from '../../../src/text/translate.ts';
import { otpModel } from '../../model/otp.model.ts';
import { field, named } from '../../support/model/app-stage.tsx';
import { walkScreens } from '../../support/model/screen-walk.ts';
import { buyer } from '../screens/purchase-data.tsx';

const button = (name: string | RegExp) => named('button', name);
const boxes = () => field('Kode verifikasi');
const submit = () => button('Verifikasi');
const says = (words: string) => expect(screen.getByText(words)).toBeInTheDocument();
const path = (place: string) => expect(window.location.pathname).toBe(place);
const noClock = () => expect(named('timer', /./)).toBeNull();

/** Texts of the simple page that differ (§5, §8). */
const simpleTexts: Readonly<Record<string, string>> = {
  'otp.incomplete': 'Please enter complete verification code',
  'otp.invalid': 'Invalid OTP. Please try again.',
  'otp.resendFailed': 'Failed to resend OTP. Please try again.',
};

/** Asserts the error message, or its absence. */
const complaint = ({ error, variant }: OtpContext) => {
  if (error === null) return expect(screen.queryByRole('alert')).toBeNull();
  const simple = 'key' in error && variant === 'simple' ? simpleTexts[error.key] : undefined;
  return expect(screen.getByRole('alert')).toHaveTextContent(
    simple ?? translator('id').said(error),
  );
};

walkScreens<typeof otpMachine, OtpEvent, unknown>({
  model: otpModel as never,
  flow: 'otp',
  path: (start) => (start === 'full' ? '/verify-code' : '/verify'),
  account: null,
  accountLater: buyer,
  gestures: {
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
        await person.click(submit() as HTMLElement);
      },
      // §5: submit is disabled until all six are filled.
      withheld: ({ code }) => !/^\d{6}$/.test(code),
    },
    'otp.edit': {
      control: boxes,
      make: async ({ buyer: person }, _event, input) => {
        await person.type(input, (input as HTMLInputElement).value === '' ? '7' : '{Backspace}');
      },
    },
    'otp.resend': { control: () => button('Kirim ulang kode') },
    'otp.leave': { control: () => button('Back to Login') },
  },
  sights: {
    checkingStatus: () => {
      expect(boxes()).toBeDisabled();
      expect(button('Kirim ulang kode')).toBeDisabled();
    },
    'code.entry.entering': (context) => {
      expect(boxes()).toBeEnabled();
      complaint(context);
    },
    'code.entry.submitting': () => {
      expect(submit()).toHaveAttribute('aria-busy', 'true');
      expect(boxes()).toHaveAttribute('readonly');
    },
    verified: () => {
      says('Email terverifikasi. Mengarahkan...');
      noClock();
      expect(button(/^Kirim ulang/)).toBeNull();
    },
    'code.entry.expired': (context) => {
      expect(boxes()).toHaveAttribute('readonly');
      complaint(context);
    },
    finished: () => path('/'),
    signedOut: () => says('Tidak ada akun yang perlu diverifikasi di perangkat ini.'),
    left: () => path('/login'),
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
      says('Batas pengiriman kode hari ini sudah tercapai.');
      expect(button(/^Kirim ulang/)).toBeNull();
    },
  },
});
