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
 * How a failure is handled: the e-mail is refused permanently, retried later, retried when the server works again, sent without
 * attachments, or retried until the policy turns out to be about this e-mail alone.
 */
export type FailureKind = 'refused' | 'later' | 'server' | 'too_large' | 'policy';

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
    kind: kindOf(code, responseCode, command, enhanced ?? '', response),
    failure: failure === '' ? 'not accepted' : failure,
    status: enhanced ?? responseCode?.toString() ?? null,
    isLoginFailure: code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 535,
  };
}

/** Statuses (RFC 3463) and words of the recipient's address and mailbox. */
const recipientStatus = /^5\.(?:1\.[1-6]|2\.[12])$/;
const recipientWords = /mailbox|inbox|user is over|no such|unknown/i;
/** Statuses and words of providers for a sender who may send no more for now. */
const quotaStatus = /^5\.(?:4\.[56]|1\.8|1\.90|7\.2(?:3[23]|8)|7\.70[58])$/;
const quotaWords =
  /quota|limit|exceed|throttl|too many|sending (?:suspended|paused)|credits?\b|unusual|outgoing.*blocked|\brate\b/i;
/** Statuses for which a provider refuses one e-mail or, for a time, all. */
const policyStatus = /^5\.(?:7\.\d+|2\.0|1\.7)$/;

function kindOf(
  code: string | undefined,
  responseCode: number | undefined,
  command: string,
  enhanced: string,
  response: string,
): FailureKind {
  const isAboutEmail = command === 'RCPT TO' || command === 'DATA';
  if (responseCode === 552 || /^5\.(?:2\.3|3\.4)$/.test(enhanced)) return 'too_large';
  if (responseCode === undefined) {
    if (code === 'EMESSAGE') return 'too_large';
    // The SMTP client rejects the address before it connects.
    return code === 'EENVELOPE' ? 'refused' : code === undefined ? 'later' : 'server';
  }
  if (responseCode === 421 || !isAboutEmail) return 'server';
  if (responseCode < 500) return 'later';
  if (quotaStatus.test(enhanced)) return 'server';
  if (recipientStatus.test(enhanced) || recipientWords.test(response)) return 'refused';
  if (quotaWords.test(response)) return 'server';
  return policyStatus.test(enhanced) ? 'policy' : 'refused';
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
