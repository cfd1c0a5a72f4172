// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import type { OtpContext, OtpEvent } from '../../../machines/otp/otp.types.ts';
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

/** Asserts the error message, or its absence. */
const complaint = ({ error }: OtpContext) =>
  error === null
    ? expect(screen.queryByRole('alert')).toBeNull()
    : expect(screen.getByRole('alert')).toHaveTextContent(error);

// The start for a new password has its own page and paths.
const { full, simple } = otpModel.starts;

walkScreens<typeof otpMachine, OtpEvent, unknown>({
  model: { ...otpModel, starts: { full, simple } } as never,
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
    'otp.ask': 'from elsewhere',
    'otp.changeEmail': 'from elsewhere',
    'otp.resend': { control: () => button('Kirim ulang kode') },
    'otp.leave': { control: () => button('Back to Login') },
  },
  sights: {
    'entry.beginning': 'never rests',
    'entry.asking': 'never rests',
    'entry.requesting': 'never rests',
    'entry.resetting': 'never rests',
    'entry.checkingStatus': () => expect(boxes()).toBeDisabled(),
    'entry.entering': (context) => {
      expect(boxes()).toBeEnabled();
      complaint(context);
    },
    'entry.submitting': () => {
      expect(submit()).toHaveAttribute('aria-busy', 'true');
      expect(boxes()).toHaveAttribute('readonly');
    },
    'entry.verified': () => says('Email terverifikasi. Mengarahkan...'),
    'entry.expired': (context) => {
      expect(boxes()).toHaveAttribute('readonly');
      complaint(context);
    },
    'entry.proven': () => path('/'),
    'entry.signedOut': () => says('Tidak ada akun yang perlu diverifikasi di perangkat ini.'),
    'entry.left': () => path('/login'),
    'clock.stopped': noClock,
    'clock.running': () => expect(named('timer', 'Kode berlaku')).toHaveTextContent(/^\d\d:\d\d$/),
    'clock.ranOut': noClock,
    'clock.closed': noClock,
    'resend.unknown': () => expect(button('Kirim ulang kode')).toBeDisabled(),
    'resend.deciding': 'never rests',
    'resend.ready': () => expect(button('Kirim ulang kode')).not.toBeNull(),
    'resend.coolingDown': () => expect(button(/^Kirim ulang dalam \d+:\d\d$/)).toBeDisabled(),
    'resend.sending': () => expect(button('Kirim ulang kode')).toHaveAttribute('aria-busy', 'true'),
    'resend.choosingSender': 'never rests',
    'resend.sendingAgain': 'never rests',
    'resend.dailyLimitReached': () => {
      says('Batas pengiriman kode hari ini sudah tercapai.');
      expect(button(/^Kirim ulang/)).toBeNull();
    },
    'resend.closed': () =>
      expect(button('Kirim ulang kode')?.matches(':enabled') ?? false).toBe(false),
  },
});
