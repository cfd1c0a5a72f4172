import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { newcomer } from '../../support/flows/auth-flow.ts';
import { ok, refused, unreachable } from '../../support/flows/machines.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { authModel, credentials } from '../auth.model.ts';
import { grantAs, noCode, noWait, otpModel, tooSoonAs, wholeCode } from '../otp.model.ts';

/** The code page is open, its code has three minutes left and the next may be asked for. */
const hasCode: readonly Happening[] = [answers('readStatus', ok(grantAs(noWait)))];
const submits: readonly Happening[] = [...hasCode, sends({ type: 'otp.submit', code: wholeCode })];
const isRight = answers('validateCode', ok({ isVerified: true }));

const errorOf = (stage: Stage) => stage.snapshot().context.error;
const canResend = (snapshot: AnyMachineSnapshot) => snapshot.can({ type: 'otp.resend' });
const otp = (journey: Omit<Journey, 'model' | 'from'>, from: 'full' | 'simple' = 'full') =>
  travel({ model: otpModel, from, ...journey });

describe('§4 Authentication: OTP verification', () => {
  it('15-minute countdown', () =>
    otp({
      steps: [
        answers('readStatus', ok(grantAs({ ...noCode, ...noWait, usedToday: 0 }))),
        answers('sendCode', ok(grantAs({ deadline: 900_000, remainingMs: 15 * 60_000 }))),
        sees(['code.entry.entering', 'code.clock.running']),
        waits('codeLife'),
      ],
      ends: ['code.entry.expired', 'code.clock.ranOut'],
      holds: (stage) => expect(errorOf(stage)).toEqual({ key: 'otp.expired' }),
    }));

  // Ruling 1.4-H: the server holds the clock, so a refresh shows what is truly left.
  it('[F08] (ruling 1.4-H) a refresh shows the rest of the fifteen minutes and sends no code', () =>
    otp({
      steps: [answers('readStatus', ok(grantAs({ remainingMs: 61_000 }))), waits('codeLife')],
      ends: ['code.entry.expired', 'code.clock.ranOut'],
      holds: (stage) => expect(stage.calls('sendCode')).toBe(0),
    }));

  it('Success: after 1.5 s go to returnTo or /', () =>
    otp({
      steps: [...submits, isRight, sees(['verified']), waits('successNotice')],
      ends: ['finished'],
      output: { kind: 'verified' },
    }));

  it('(2 s on the simple page)', () =>
    otp(
      {
        steps: [...submits, isRight, waits('successNotice')],
        ends: ['finished'],
        output: { kind: 'verified' },
      },
      'simple',
    ));

  it('and the account is read, which makes the user verified', () =>
    travel({
      model: authModel,
      from: 'cold',
      steps: [
        answers('readUser', refused('unauthenticated', 'Unauthorized')),
        sends({ type: 'login.open', surface: 'page', returnTo: null }),
        sends({ type: 'login.submit', ...credentials }),
        answers('login', ok({ isVerified: false })),
        answers('requestCode', ok(grantAs())),
        waits('successNotice'),
        sends({ type: 'code.accepted' }),
        answers('readUser', ok({ ...newcomer, isVerified: true })),
      ],
      ends: ['account.verified.settled'],
      tells: ['auth.anonymous', 'auth.unverified', 'auth.codeNeeded', 'auth.verified'],
      holds: (stage) => expect(stage.told().at(-1)).toMatchObject({ because: 'code' }),
    }));

  // Ruling 1.4-G over 'stored': nothing is, neither the token nor the code.
  it('A temporary token is stored only during validation (ruling 1.4-G: nowhere)', () =>
    otp({
      steps: submits,
      ends: ['code.entry.submitting'],
      holds: (stage) => {
        expect(stage.asked('validateCode')).toEqual({ code: wholeCode });
        expect(JSON.stringify(stage.snapshot())).not.toContain(wholeCode);
      },
    }));

  it.each([
    ['success', ok({ isVerified: true }), 'verified'],
    ['failure', refused('codeWrong', 'Kode salah'), 'code.entry.entering'],
  ])('and removed afterwards (%s)', (_how, answer, state) =>
    otp({
      steps: [...submits, answers('validateCode', answer)],
      ends: [state],
      holds: (stage) => {
        expect(stage.openCalls('validateCode')).toBe(0);
        expect(JSON.stringify(stage.snapshot())).not.toContain(wholeCode);
      },
    }),
  );

  it('Resend is disabled during the cooldown', () =>
    otp({
      steps: [
        ...hasCode,
        sends({ type: 'otp.resend' }),
        answers('sendCode', ok(grantAs())),
        sees(['code.resend.coolingDown'], (stage) =>
          expect(canResend(stage.snapshot())).toBe(false),
        ),
        sends({ type: 'otp.resend' }),
        sees(['code.resend.coolingDown'], (stage) => expect(stage.calls('sendCode')).toBe(1)),
        waits('cooldown'),
      ],
      ends: ['code.resend.ready'],
      holds: (stage) => expect(canResend(stage.snapshot())).toBe(true),
    }));

  it('or when the daily limit is reached', () =>
    otp({
      steps: [
        ...hasCode,
        sends({ type: 'otp.resend' }),
        answers('sendCode', ok(grantAs({ usedToday: 10 }))),
        sends({ type: 'otp.resend' }),
      ],
      ends: ['code.resend.dailyLimitReached', 'code.entry.entering', 'code.clock.running'],
      holds: (stage) => {
        expect(canResend(stage.snapshot())).toBe(false);
        expect(stage.calls('sendCode')).toBe(1);
      },
    }));

  it('§9 default daily resend limit 10 (server overrides)', () =>
    otp({
      steps: [
        answers('readStatus', ok(grantAs({ ...noWait, usedToday: 3, dailyLimit: 3 }))),
        sends({ type: 'otp.resend' }),
      ],
      ends: ['code.resend.dailyLimitReached'],
      holds: (stage) => expect(stage.calls('sendCode')).toBe(0),
    }));

  it('§9 cooldown from server in seconds, also of a refusal', () =>
    otp({
      steps: [
        ...hasCode,
        sends({ type: 'otp.resend' }),
        answers('sendCode', { ok: false, failure: { kind: 'refused', ...tooSoonAs(45, 3) } }),
        sees(['code.resend.coolingDown', 'code.clock.running'], (stage) =>
          expect(stage.snapshot().context.grant.cooldownMs).toBe(45_000),
        ),
        waits('cooldown'),
      ],
      ends: ['code.resend.ready', 'code.entry.entering', 'code.clock.running'],
    }));

  it('resend clears boxes', () =>
    otp({
      steps: [
        ...hasCode,
        sends({ type: 'otp.submit', code: '12345' }),
        sees(['code.entry.entering'], (stage) => {
          expect(errorOf(stage)).toEqual({ key: 'otp.incomplete' });
          expect(stage.snapshot().context.clearings).toBe(0);
        }),
        sends({ type: 'otp.resend' }),
        answers('sendCode', ok(grantAs())),
      ],
      ends: ['code.entry.entering'],
      holds: (stage) => {
        expect(stage.snapshot().context.clearings).toBe(1);
        expect(errorOf(stage)).toBeNull();
      },
    }));

  it('and resets the 15-minute timer', () =>
    otp({
      steps: [
        ...hasCode,
        sends({ type: 'otp.resend' }),
        answers('sendCode', ok(grantAs({ deadline: 900_000, remainingMs: 15 * 60_000 }))),
        waits('codeLife'),
      ],
      ends: ['code.entry.expired'],
    }));

  // Ruling 1.4-H: only a code that was sent starts the clock again.
  it('(ruling 1.4-H) a resend that fails leaves the timer as it was', () =>
    otp({
      steps: [
        ...hasCode,
        sends({ type: 'otp.resend' }),
        answers('sendCode', unreachable()),
        sees(['code.entry.entering', 'code.clock.running', 'code.resend.ready'], (stage) => {
          expect(errorOf(stage)).toEqual({ key: 'otp.resendFailed' });
          expect(stage.snapshot().context.grant.remainingMs).toBe(180_000);
        }),
        waits('codeLife'),
      ],
      ends: ['code.entry.expired'],
    }));
});
