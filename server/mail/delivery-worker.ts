import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type AttachmentSource, type MailLane, mailLanes } from './mailer.ts';
import { type OutboxRow, outboxRows } from './outbox-rows.ts';
import {
  classifySmtpError,
  emailWaitMs,
  giveUpAfterHours,
  maxPauseMs,
  type SmtpFailure,
  serverWaitMs,
} from './retry.ts';
import type { Attachment, SendEmail } from './smtp.ts';

/** After this many consecutive temporary refusals the mail server counts as unavailable, not the single mailbox. */
const outageAfterRefusals = 3;
/** Attempts after which a policy that the mail server applies to no other e-mail is taken as final for this one. */
const policyAttempts = 6;
/** Attempts (about three minutes) after which an e-mail is sent without attachments that could not be generated. */
const attemptsWithAttachments = 5;
const outageWords =
  'the mail server takes no e-mail for now, as after a used-up quota: all e-mails wait, and one at a time is tried';
/** Milliseconds that shutdown waits for e-mails that are being sent. */
const shutdownWaitMs = 5_000;

/** Settings of the delivery worker. */
export interface DeliveryOptions {
  /** E-mails sent in parallel. */
  readonly connections?: number;
  /** Generates the attachments of an e-mail; rejects while they cannot be generated. */
  readonly makeAttachments?: (source: AttachmentSource) => Promise<readonly Attachment[]>;
  /** Returns a number between 0 and 1, like `Math.random`. */
  readonly random?: () => number;
}

/** Delivers the e-mails of the outbox to a mail server. */
export interface DeliveryWorker {
  /** Tells the worker that the outbox has a new e-mail. */
  wake(): void;
  deliverDue(): Promise<void>;
  releaseAbandoned(): Promise<void>;
  isUp(): boolean;
  stop(): Promise<void>;
}

/** Sends one e-mail at a time, from its lanes only. */
interface Slot {
  readonly lanes: readonly MailLane[];
  running: Promise<void> | null;
  isRequested: boolean;
}

/** With three connections or more, the first slot sends codes only and the second no `news`, so that a bulk mailing cannot delay a code. */
function createSlots(connections: number): readonly Slot[] {
  return Array.from({ length: connections }, (_, index) => ({
    lanes: connections >= 3 && index < 2 ? mailLanes.slice(0, index + 1) : mailLanes,
    running: null,
    isRequested: false,
  }));
}

/**
 * Creates the delivery worker of this process; several workers on one database send each e-mail once. When the mail server refuses
 * everything temporarily, the worker pauses for growing intervals, probes with one e-mail, and then sends the backlog in the order of the
 * lanes (§16.50, decision 035).
 */
export function createDeliveryWorker(
  parts: {
    readonly db: Db;
    readonly clock: Clock;
    readonly log: FastifyBaseLogger;
    readonly send: SendEmail;
  },
  options: DeliveryOptions,
): DeliveryWorker {
  const { clock, log, send } = parts;
  const rows = outboxRows(parts.db);
  const random = options.random ?? Math.random;
  const slots = createSlots(options.connections ?? 4);
  const probeSlot = slots.at(-1);
  let isStopped = false;
  let failures = 0;
  let pauses = 0;
  let isOutage = false;
  let pausedUntil = 0;

  const isPaused = (now: Date) => {
    const remaining = pausedUntil - now.getTime();
    // A pause longer than the maximum means that the development reset set the clock back.
    return remaining > 0 && remaining <= maxPauseMs;
  };

  const deliver = async (email: OutboxRow): Promise<void> => {
    const attachments = await attachmentsOf(email);
    if (attachments === null) return;
    try {
      await send({ ...email, attachments });
    } catch (error) {
      await noteFailure(email, classifySmtpError(error));
      return;
    }
    await rows.noteSent(email.id, clock.now());
    await endOutage();
  };

  /** Ends an outage: every e-mail that waited for the mail server is due now, in the order of the lanes. */
  const endOutage = async () => {
    failures = 0;
    if (!isOutage) return;
    isOutage = false;
    pauses = 0;
    pausedUntil = 0;
    await rows.retryNow(clock.now());
    wake();
  };

  /**
   * Returns the attachments, or null after postponing an e-mail whose attachments cannot be generated now. After some attempts the e-mail
   * goes without them: it links to the same documents.
   */
  const attachmentsOf = async (email: OutboxRow): Promise<readonly Attachment[] | null> => {
    if (email.enclosed === null || options.makeAttachments === undefined) return [];
    try {
      return await options.makeAttachments(email.enclosed);
    } catch (error) {
      const now = clock.now();
      log.warn(
        { err: error, mail: email.id },
        'the attachments of an e-mail could not be generated',
      );
      if (email.attempts >= attemptsWithAttachments) return [];
      const next = new Date(now.getTime() + emailWaitMs(email.lane, email.attempts, random()));
      await rows.noteLater(email.id, 'files', next);
      return null;
    }
  };

  const noteFailure = async (email: OutboxRow, smtpFailure: SmtpFailure) => {
    const now = clock.now();
    const { kind, failure, status } = smtpFailure;
    const fields = { mail: email.id, lane: email.lane, failure };
    if (kind === 'too_large' && email.enclosed !== null) {
      log.warn(
        fields,
        'an e-mail was too large for the mail server and goes without its attachments',
      );
      await rows.dropAttachments(email.id, now);
      return;
    }
    const isForThisOne = kind === 'policy' && !isOutage && email.attempts >= policyAttempts;
    if (kind === 'refused' || kind === 'too_large' || isForThisOne) {
      log.error(
        { ...fields, status },
        'an e-mail was refused permanently; npm run admin -- mail shows it',
      );
      await rows.noteRefused(email.id, failure, status, now);
      await endOutage();
      return;
    }
    failures += 1;
    if (kind === 'server' || failures >= outageAfterRefusals) {
      if (!isOutage) log.error({ ...fields, status }, outageWords);
      isOutage = true;
      if (!isPaused(now)) pausedUntil = now.getTime() + serverWaitMs(++pauses, random());
    }
    if (smtpFailure.isLoginFailure) {
      log.error(fields, 'the mail server rejects the user and password of SMTP_URL; e-mails wait');
    } else log.warn(fields, 'an e-mail was not accepted and will be retried');
    const next = new Date(now.getTime() + emailWaitMs(email.lane, email.attempts, random()));
    if (next.getTime() - email.created_at.getTime() > giveUpAfterHours * 3_600_000) {
      log.error(
        fields,
        `an e-mail was given up after ${giveUpAfterHours} hours; npm run admin -- mail shows it`,
      );
      await rows.noteGivenUp(email.id, failure, now);
    } else await rows.noteLater(email.id, failure, next);
  };

  const work = async (slot: Slot) => {
    while (!isStopped) {
      const now = clock.now();
      // During an outage only the last slot probes, with one e-mail at a time.
      if (isPaused(now) || (isOutage && slot !== probeSlot)) return;
      const email = await rows.claim(slot.lanes, now);
      if (email === null) return;
      await deliver(email);
    }
  };

  const run = (slot: Slot): Promise<void> => {
    slot.isRequested = true;
    const runWhileRequested = async () => {
      while (slot.isRequested && !isStopped) {
        slot.isRequested = false;
        await work(slot);
      }
    };
    slot.running ??= runWhileRequested().finally(() => {
      slot.running = null;
    });
    return slot.running;
  };

  const deliverAll = async () => {
    if (isStopped || isPaused(clock.now())) return;
    await Promise.all(slots.map(run));
  };
  const wake = () => {
    deliverAll().catch((error: unknown) =>
      log.error({ err: error }, 'e-mails stay in the outbox until the next check'),
    );
  };

  return {
    wake,
    async deliverDue() {
      if (isStopped || !(await rows.isAnyDue(clock.now()))) return;
      await deliverAll();
    },
    isUp: () => !isOutage,
    releaseAbandoned: () => rows.release(clock.now()),
    async stop() {
      isStopped = true;
      const running = slots.flatMap(({ running }) => (running === null ? [] : [running]));
      await Promise.race([
        Promise.allSettled(running),
        sleep(shutdownWaitMs, null, { ref: false }),
      ]);
    },
  };
}
