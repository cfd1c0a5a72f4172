import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { type LetterRow, letterRows } from './letter-rows.ts';
import { type Enclosed, type MailLane, mailLanes } from './mailer.ts';
import {
  givenUpAfterHours,
  letterWaitMs,
  longestPauseMs,
  readSmtpFailure,
  type SmtpFailure,
  serverWaitMs,
} from './retry.ts';
import type { Attachment, CarryMail } from './smtp.ts';

/** So many refusals for the moment, one after the other, are the server's own state and not that of a mailbox. */
const refusalsOfServer = 3;
/** Tries after which a letter goes without files that cannot be made: about three minutes. */
const triesWithFiles = 5;
/** Milliseconds that letters under way may take at the end of the process. */
const stopWaitMs = 5_000;

/** What may be said about a courier. */
export interface CourierOptions {
  /** Letters under way at once. */
  readonly connections?: number;
  /** Makes what a letter encloses; refuses while it cannot be made. */
  readonly enclose?: (enclosed: Enclosed) => Promise<readonly Attachment[]>;
  /** Between 0 and 1, as `Math.random`. */
  readonly random?: () => number;
}

/** Carries letters of the outbox to a mail server. */
export interface Courier {
  /** Says that there is a letter. */
  wake(): void;
  carryDue(): Promise<void>;
  carryLeft(): Promise<void>;
  stop(): Promise<void>;
}

/** A place for one letter under way; some are kept for what goes first. */
interface Slot {
  readonly lanes: readonly MailLane[];
  running: Promise<void> | null;
  isAsked: boolean;
}

/** Where there are enough, one slot takes codes alone and one no news: thousands of news never hold up a code. The last takes all. */
function slotsOf(connections: number): readonly Slot[] {
  return Array.from({ length: connections }, (_, index) => ({
    lanes: connections >= 3 && index < 2 ? mailLanes.slice(0, index + 1) : mailLanes,
    running: null,
    isAsked: false,
  }));
}

/**
 * The courier of this process; several over one database carry each letter once. A mail server that refuses everything for the moment is
 * left alone for growing waits, with one letter as the probe, and then gets what waits in the order of the lanes (ruling R16, decision
 * 035).
 */
export function createCourier(
  parts: {
    readonly db: Db;
    readonly clock: Clock;
    readonly log: FastifyBaseLogger;
    readonly carry: CarryMail;
  },
  options: CourierOptions,
): Courier {
  const { clock, log, carry } = parts;
  const rows = letterRows(parts.db);
  const random = options.random ?? Math.random;
  const slots = slotsOf(options.connections ?? 4);
  const last = slots.at(-1);
  let isStopped = false;
  let failures = 0;
  let pauses = 0;
  let isSpell = false;
  let pausedUntil = 0;

  const isPaused = (now: Date) => {
    const left = pausedUntil - now.getTime();
    // The development reset sets the clock back, which must not silence the courier.
    return left > 0 && left <= longestPauseMs;
  };

  const deliver = async (letter: LetterRow): Promise<void> => {
    const attachments = await filesOf(letter);
    if (attachments === null) return;
    try {
      await carry({ ...letter, attachments });
    } catch (error) {
      await noteFailure(letter, readSmtpFailure(error));
      return;
    }
    await rows.noteSent(letter.id, clock.now());
    await noteWell();
  };

  /** The server works: all that waited because it did not goes now, in the order of the lanes. */
  const noteWell = async () => {
    failures = 0;
    if (!isSpell) return;
    isSpell = false;
    pauses = 0;
    pausedUntil = 0;
    await rows.callBack(clock.now());
    wake();
  };

  /** Its files; null where they cannot be made now, and it waits. After some tries it goes without them: its links lead to the same. */
  const filesOf = async (letter: LetterRow): Promise<readonly Attachment[] | null> => {
    if (letter.enclosed === null || options.enclose === undefined) return [];
    try {
      return await options.enclose(letter.enclosed);
    } catch (error) {
      const now = clock.now();
      log.warn({ err: error, mail: letter.id }, 'the files of a letter could not be made');
      if (letter.attempts >= triesWithFiles) return [];
      const next = new Date(now.getTime() + letterWaitMs(letter.lane, letter.attempts, random()));
      await rows.noteLater(letter.id, 'files', next);
      return null;
    }
  };

  const noteFailure = async (letter: LetterRow, told: SmtpFailure) => {
    const now = clock.now();
    const { verdict, failure, status } = told;
    const seen = { mail: letter.id, lane: letter.lane, failure };
    if (verdict === 'too_large' && letter.enclosed !== null) {
      log.warn(seen, 'a letter was too large for the mail server and goes without its files');
      await rows.dropEnclosed(letter.id, now);
      return;
    }
    if (verdict === 'refused' || verdict === 'too_large') {
      log.error({ ...seen, status }, 'a letter was refused for good; npm run mail shows it');
      await rows.noteRefused(letter.id, failure, status, now);
      await noteWell();
      return;
    }
    failures += 1;
    if (verdict === 'server' || failures >= refusalsOfServer) {
      isSpell = true;
      if (!isPaused(now)) pausedUntil = now.getTime() + serverWaitMs(++pauses, random());
    }
    if (told.isLogin) {
      log.error(
        seen,
        'the mail server does not take the user and password of SMTP_URL; letters wait',
      );
    } else log.warn(seen, 'a letter was not taken and is tried again');
    const next = new Date(now.getTime() + letterWaitMs(letter.lane, letter.attempts, random()));
    if (next.getTime() - letter.created_at.getTime() > givenUpAfterHours * 3_600_000) {
      log.error(
        seen,
        `a letter was given up after ${givenUpAfterHours} hours; npm run mail shows it`,
      );
      await rows.noteGivenUp(letter.id, failure, now);
    } else await rows.noteLater(letter.id, failure, next);
  };

  const work = async (slot: Slot) => {
    while (!isStopped) {
      const now = clock.now();
      // During a spell one letter at a time is the probe.
      if (isPaused(now) || (isSpell && slot !== last)) return;
      const letter = await rows.take(slot.lanes, now);
      if (letter === null) return;
      await deliver(letter);
    }
  };

  const run = (slot: Slot): Promise<void> => {
    slot.isAsked = true;
    const asked = async () => {
      while (slot.isAsked && !isStopped) {
        slot.isAsked = false;
        await work(slot);
      }
    };
    slot.running ??= asked().finally(() => {
      slot.running = null;
    });
    return slot.running;
  };

  const carryAll = async () => {
    if (isStopped || isPaused(clock.now())) return;
    await Promise.all(slots.map(run));
  };
  const wake = () => {
    carryAll().catch((error: unknown) =>
      log.error({ err: error }, 'letters stay where they are until they are looked for again'),
    );
  };

  return {
    wake,
    async carryDue() {
      if (isStopped || !(await rows.isAnyDue(clock.now()))) return;
      await carryAll();
    },
    carryLeft: () => rows.release(clock.now()),
    async stop() {
      isStopped = true;
      const underWay = slots.flatMap(({ running }) => (running === null ? [] : [running]));
      await Promise.race([Promise.allSettled(underWay), sleep(stopWaitMs, null, { ref: false })]);
    },
  };
}
