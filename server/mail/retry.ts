import type { MailLane } from './mailer.ts';

/** Seconds until a letter is tried again, by how often it was; the last one repeats. A code lives for minutes only. */
const letterWaits: Readonly<Record<MailLane, readonly number[]>> = {
  codes: [5, 10, 20, 30, 60],
  tickets: [5, 15, 45, 120, 300, 900],
  news: [60, 120, 300, 900],
};
/** Seconds a mail server is left alone, by how often it failed in a row. */
const serverWaits = [5, 10, 20, 40, 60] as const;
/** Waits vary by this share, so that many do not come back at one instant. */
const jitterShare = 0.2;

/** Hours after which a letter that never left is given up. */
export const givenUpAfterHours = 48;
/** The longest a mail server is left alone, in milliseconds. */
export const longestPauseMs = 60_000 * (1 + jitterShare);

/** What follows from a failure: it will never be taken; it may be later; nothing can be sent now; or it is too large as it is. */
export type Verdict = 'refused' | 'later' | 'server' | 'too_large';

/** Milliseconds until a letter is tried again after its `attempts`-th time; `random` is between 0 and 1. */
export function letterWaitMs(lane: MailLane, attempts: number, random: number): number {
  return varied(letterWaits[lane], attempts, random);
}

/** Milliseconds until a mail server is asked again after it failed `failures` times in a row. */
export function serverWaitMs(failures: number, random: number): number {
  return varied(serverWaits, failures, random);
}

function varied(waits: readonly number[], times: number, random: number): number {
  const seconds = waits[Math.min(times, waits.length) - 1] ?? 0;
  return Math.round(seconds * 1000 * (1 - jitterShare + 2 * jitterShare * random));
}

/** What a mail server, or the way to it, said; nothing of it repeats an address. */
export interface SmtpFailure {
  readonly verdict: Verdict;
  /** Its class, like `EENVELOPE 451`. */
  readonly failure: string;
  /** RFC 3463 status where one was said, else the SMTP code, else null. */
  readonly status: string | null;
  /** True where the user or the password of the settings is not taken. */
  readonly isLogin: boolean;
}

/** Reads an error of the sender. Total: what nobody knows is tried again. */
export function readSmtpFailure(error: unknown): SmtpFailure {
  const { code, responseCode, command, response } = fieldsOf(error);
  const failure = [code, responseCode].filter((part) => part !== undefined).join(' ');
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  return {
    verdict: verdictOf(code, responseCode, command, enhanced),
    failure: failure === '' ? 'not accepted' : failure,
    status: enhanced ?? responseCode?.toString() ?? null,
    isLogin: code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 535,
  };
}

function verdictOf(
  code: string | undefined,
  responseCode: number | undefined,
  command: string,
  enhanced: string | undefined,
): Verdict {
  const isOfLetter = command === 'RCPT TO' || command === 'DATA';
  if (responseCode === 552 || enhanced === '5.3.4') return 'too_large';
  if (responseCode === undefined) {
    if (code === 'EMESSAGE') return 'too_large';
    // The sender itself finds the address impossible.
    return code === 'EENVELOPE' ? 'refused' : code === undefined ? 'later' : 'server';
  }
  if (responseCode === 421 || !isOfLetter) return 'server';
  return responseCode >= 500 ? 'refused' : 'later';
}

function fieldsOf(error: unknown) {
  const given = typeof error === 'object' && error !== null ? error : {};
  const field = (name: string) => (given as Record<string, unknown>)[name];
  const code = field('code');
  const responseCode = field('responseCode');
  return {
    code: typeof code === 'string' ? code : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: String(field('command') ?? ''),
    response: String(field('response') ?? ''),
  };
}
