import type { MailLane } from './mailer.ts';

/** Seconds before the next attempt, by number of attempts; the last value repeats. Codes live for minutes only. */
const emailWaits: Readonly<Record<MailLane, readonly number[]>> = {
  codes: [5, 10, 20, 30, 60],
  tickets: [5, 15, 45, 120, 300, 900],
  news: [60, 120, 300, 900],
};
/** Seconds of pause before the mail server is tried again, by number of consecutive failures. */
const serverWaits = [5, 10, 20, 40, 60] as const;
/** Random variation of every wait, so that many e-mails do not retry at the same instant. */
const jitterShare = 0.2;

/** Hours after which an undelivered e-mail is given up. */
export const giveUpAfterHours = 48;
/** Maximum pause of a mail server, in milliseconds. */
export const maxPauseMs = 60_000 * (1 + jitterShare);

/**
 * How a failure is handled: the e-mail is refused permanently, retried later, retried when the server works again, or sent without
 * attachments.
 */
export type FailureKind = 'refused' | 'later' | 'server' | 'too_large';

/** Milliseconds before the next attempt after attempt number `attempts`; `random` is between 0 and 1. */
export function emailWaitMs(lane: MailLane, attempts: number, random: number): number {
  return withJitter(emailWaits[lane], attempts, random);
}

/** Milliseconds of pause after `failures` consecutive failures of the mail server; `random` is between 0 and 1. */
export function serverWaitMs(failures: number, random: number): number {
  return withJitter(serverWaits, failures, random);
}

function withJitter(waits: readonly number[], times: number, random: number): number {
  const seconds = waits[Math.min(times, waits.length) - 1] ?? 0;
  return Math.round(seconds * 1000 * (1 - jitterShare + 2 * jitterShare * random));
}

/** A failure of the mail server or of the connection to it; contains no address. */
export interface SmtpFailure {
  readonly kind: FailureKind;
  /** Error code and SMTP code, such as `EENVELOPE 451`. */
  readonly failure: string;
  /** RFC 3463 status, else the SMTP code, else null. */
  readonly status: string | null;
  /** True if the server rejects the configured user or password. */
  readonly isLoginFailure: boolean;
}

/** Classifies an error of the SMTP client. Never throws: unknown errors are retried. */
export function classifySmtpError(error: unknown): SmtpFailure {
  const { code, responseCode, command, response } = fieldsOf(error);
  const failure = [code, responseCode].filter((part) => part !== undefined).join(' ');
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  return {
    kind: kindOf(code, responseCode, command, enhanced),
    failure: failure === '' ? 'not accepted' : failure,
    status: enhanced ?? responseCode?.toString() ?? null,
    isLoginFailure: code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 535,
  };
}

function kindOf(
  code: string | undefined,
  responseCode: number | undefined,
  command: string,
  enhanced: string | undefined,
): FailureKind {
  const isAboutEmail = command === 'RCPT TO' || command === 'DATA';
  if (responseCode === 552 || enhanced === '5.3.4') return 'too_large';
  if (responseCode === undefined) {
    if (code === 'EMESSAGE') return 'too_large';
    // The SMTP client rejects the address before it connects.
    return code === 'EENVELOPE' ? 'refused' : code === undefined ? 'later' : 'server';
  }
  if (responseCode === 421 || !isAboutEmail) return 'server';
  return responseCode >= 500 ? 'refused' : 'later';
}

function fieldsOf(error: unknown) {
  const record = typeof error === 'object' && error !== null ? error : {};
  const field = (name: string) => (record as Record<string, unknown>)[name];
  const code = field('code');
  const responseCode = field('responseCode');
  return {
    code: typeof code === 'string' ? code : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: String(field('command') ?? ''),
    response: String(field('response') ?? ''),
  };
}
