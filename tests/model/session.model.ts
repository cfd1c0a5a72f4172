import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { sessionPorts } from '../../machines/session/session.ports.ts';
import type {
  SessionContext,
  SessionEvent,
  SessionParentEvent,
  SessionReading,
} from '../../machines/session/session.types.ts';
import type { Healing } from '../../machines/shared/healing.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { readingAs } from '../support/flows/readings.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';

const ours = { id: 's1', slug: 'konser', eventName: 'Konser Senja' } as const;
const over = { deadline: null, remainingMs: null } as const;

/** The server's responses about one session from its position in the queue to its end, in order; times of one monotonic clock. */
export const said = {
  queued: readingAs({ ...ours, step: 'queued', position: 4, seq: 1 }),
  // Far back: the server names its heartbeat.
  queuedFar: readingAs({
    ...ours,
    step: 'queued',
    position: 90_000,
    number: 90_000,
    nextContactMs: 1_200_000,
    seq: 1,
  }),
  // §9.15: fifteen minutes.
  online: readingAs({ ...ours, step: 'online', deadline: 900_000, remainingMs: 900_000, seq: 2 }),
  // Ten seconds less than the shown deadline, and ten seconds left: the largest difference without effect, and the smallest that is too short.
  onlineBarely: readingAs({
    ...ours,
    step: 'online',
    deadline: 890_000,
    remainingMs: 10_000,
    seq: 3,
  }),
  choosingPayment: readingAs({
    ...ours,
    step: 'paymentSelection',
    deadline: 1_200_000,
    remainingMs: 300_000,
    seq: 4,
  }),
  paying: readingAs({
    ...ours,
    step: 'paymentProcessing',
    deadline: 1_860_000,
    remainingMs: 660_000,
    seq: 5,
  }),
  completed: readingAs({ ...ours, step: 'completed', seq: 7 }),
  expired: readingAs({ ...ours, step: 'expired', endReason: 'deadline', seq: 6 }),
  cancelled: readingAs({ ...ours, step: 'cancelled', endReason: 'left', seq: 6 }),
  failed: readingAs({ ...ours, step: 'failed', seq: 6 }),
  // An unknown state of a newer server.
  foreign: readingAs({ ...ours, step: 'unknown', seq: 6 }),
  none: readingAs({}),
} satisfies Record<string, SessionReading>;

const refused = [refusalAs('paymentNotVoidable')] as const;
const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;

const live = ['queued', 'online', 'paymentSelection', 'paymentProcessing'];
const isLive = (reading: SessionReading | null) => live.includes(reading?.step ?? '');
const hasClock = (reading: SessionReading | null) => isLive(reading) && reading?.deadline !== null;
const newsOf = (news: readonly EventObject[]) => news as readonly SessionParentEvent[];
const lastOf = (news: readonly EventObject[]) => news.at(-1)?.type ?? '';
const states =
  (...expected: readonly (string | undefined)[]) =>
  ({ reading }: SessionContext) =>
    expect(expected).toContain(reading?.step);

/** The purchase session (§4.10, session). */
export const sessionModel = flowModel<SessionEvent>()({
  machine: sessionMachine,
  ports: sessionPorts,
  starts: {
    'with real-time': (parent) => ({ parent, random: () => 0.5, realtime: true, visit: 3 }),
    'by polling alone': (parent) => ({ parent, random: () => 0.5, realtime: false }),
    'by polling alone, at its quickest': (parent) => ({
      parent,
      random: () => 0,
      realtime: false,
    }),
    'by polling alone, at its slowest': (parent) => ({ parent, random: () => 1, realtime: false }),
  },
  events: {
    'session.refresh': [
      { visit: 4 },
      {},
      { hint: { event: 'user_kicked', reason: 'Melanggar aturan' } },
    ],
    'session.pace': [{ realtime: true }, { realtime: false }],
    'session.exit': [{}],
    'session.leaving': [{}],
    'call.hasten': [{}],
  },
  answers: {
    readSession: {
      ok: [
        said.queued,
        said.queuedFar,
        said.online,
        said.onlineBarely,
        said.choosingPayment,
        said.paying,
        said.completed,
        said.expired,
        said.cancelled,
        said.failed,
        said.foreign,
        said.none,
      ],
      refused: [refusalAs('emailNotVerified')],
      ...down,
    },
    exitSession: { ok: [said.none], refused, ...down },
  },
  delays: {
    // §4.10: 30 s; 10 s without real-time, a fifth more or less.
    poll: ({ reading, realtime, random }) =>
      reading?.nextContactMs ?? (realtime ? 30_000 : 8_000 + 4_000 * random()),
    // The time that the fixtures give each step, or its rest after it was cut short.
    untilDeadline: ({ reading }) =>
      ({
        online: reading?.seq === 2 ? 900_000 : reading?.deadline === 900_000 ? 20_000 : 10_000,
        paymentSelection: 300_000,
        paymentProcessing: 660_000,
      })[reading?.step as 'online'],
    healing: ({ healing: { tries, random } }) =>
      healing({ healing: { tries } as Healing }) * (0.8 + 0.4 * random()),
  },
  facts: ({ reading, realtime }) => ({
    reading:
      reading === null
        ? null
        : `${reading.step} #${reading.seq} ${reading.deadline} ${reading.nextContactMs}`,
    realtime,
  }),
  effects: {
    'step.unknown': { holds: states(undefined, 'unknown') },
    'step.notInQueue': { holds: states('notInQueue') },
    'step.queued': {
      holds: ({ reading }) => expect([reading?.step, reading?.deadline]).toEqual(['queued', null]),
    },
    'step.online': { holds: states('online') },
    'step.paymentSelection': { holds: states('paymentSelection') },
    'step.paymentProcessing': { holds: states('paymentProcessing') },
    'step.completed': { holds: states('completed') },
    'step.expired': {
      holds: ({ reading }) => {
        expect(reading?.step).toBe('expired');
        expect(reading).toMatchObject(over);
      },
    },
    'step.cancelled': { holds: states('cancelled') },
    'step.failed': { holds: states('failed') },
    'clock.stopped': { holds: ({ reading }) => expect(hasClock(reading)).toBe(false) },
    'clock.running': {
      waits: ['untilDeadline'],
      holds: ({ reading }) => expect(hasClock(reading)).toBe(true),
    },
    'clock.reached': { holds: ({ reading }) => expect(hasClock(reading)).toBe(true) },
    'reader.idle': { waits: ['poll'] },
    'reader.reading': { runs: { readSession: () => undefined } },
    'reader.checkingDeadline': {
      runs: { readAtDeadline: () => undefined },
      holds: ({ reading }) => expect(isLive(reading)).toBe(true),
    },
    'reader.waiting': {
      waits: ['healing'],
      holds: ({ failure }) => expect(failure).not.toBeNull(),
    },
    'reader.overdue': {
      waits: ['healing'],
      holds: ({ reading }) => expect(isLive(reading)).toBe(true),
    },
    'exit.idle': {},
    'exit.exiting': { runs: { exitSession: () => undefined } },
  },
  leads: `
    clock.running: after untilDeadline → clock.reached, reader.checkingDeadline
    exit.exiting: exitSession else → exit.idle, tells session.exitFailed
    exit.exiting: exitSession ok → clock.stopped, exit.idle, reader.reading, step.notInQueue, tells session.ended,
      tells session.exited, tells session.read
    exit.idle: session.exit → exit.exiting
    exit: session.leaving → stays
    reader.checkingDeadline: readAtDeadline else → reader.overdue, tells session.readFailed
    reader.checkingDeadline: readAtDeadline ok #1/ok #2 → reader.overdue, tells session.read
    reader.checkingDeadline: readAtDeadline ok #10 → clock.stopped, reader.idle, step.failed, tells session.ended,
      tells session.read
    reader.checkingDeadline: readAtDeadline ok #11 → clock.stopped, reader.idle, step.unknown, tells session.read
    reader.checkingDeadline: readAtDeadline ok #12 → clock.stopped, reader.idle, step.notInQueue, tells
      session.ended, tells session.read
    reader.checkingDeadline: readAtDeadline ok #3 → clock.running, reader.idle, reader.overdue, tells session.read
    reader.checkingDeadline: readAtDeadline ok #4 → clock.stopped, reader.idle, reader.overdue, step.expired, tells
      session.ended, tells session.read
    reader.checkingDeadline: readAtDeadline ok #5 → clock.running, reader.idle, reader.overdue,
      step.paymentSelection, tells session.read
    reader.checkingDeadline: readAtDeadline ok #6 → clock.running, reader.idle, step.paymentProcessing, tells
      session.read
    reader.checkingDeadline: readAtDeadline ok #7 → clock.stopped, reader.idle, step.completed, tells session.ended,
      tells session.read
    reader.checkingDeadline: readAtDeadline ok #8 → clock.stopped, reader.idle, step.expired, tells session.ended,
      tells session.read
    reader.checkingDeadline: readAtDeadline ok #9 → clock.stopped, reader.idle, step.cancelled, tells session.ended,
      tells session.read
    reader.checkingDeadline: session.refresh #1/#2/#3 → reader.checkingDeadline
    reader.idle/reader.reading: session.pace #1, session.refresh #1/#2/#3 → reader.reading
    reader.idle: after poll → ignored, reader.reading
    reader.idle: session.pace #2 → stays
    reader.overdue: after healing, call.hasten, session.refresh #1/#2/#3 → reader.checkingDeadline
    reader.reading: readSession broken/unreachable/crashes → reader.waiting, tells session.readFailed
    reader.reading: readSession emailNotVerified → reader.idle, tells session.readFailed
    reader.reading: readSession ok #1/ok #2 → reader.idle, step.queued, tells session.read
    reader.reading: readSession ok #10 → clock.stopped, reader.idle, step.failed, tells session.ended, tells
      session.read
    reader.reading: readSession ok #11 → clock.stopped, reader.idle, step.unknown, tells session.read
    reader.reading: readSession ok #12 → clock.stopped, reader.idle, step.notInQueue, tells session.ended, tells
      session.read
    reader.reading: readSession ok #3/ok #4 → clock.running, reader.idle, step.online, tells session.read
    reader.reading: readSession ok #5 → clock.running, reader.idle, step.paymentSelection, tells session.read
    reader.reading: readSession ok #6 → clock.running, reader.idle, step.paymentProcessing, tells session.read
    reader.reading: readSession ok #7 → clock.stopped, reader.idle, step.completed, tells session.ended, tells
      session.read
    reader.reading: readSession ok #8 → clock.stopped, reader.idle, step.expired, tells session.ended, tells
      session.read
    reader.reading: readSession ok #9 → clock.stopped, reader.idle, step.cancelled, tells session.ended, tells
      session.read
    reader.waiting: after healing, call.hasten, session.pace #1, session.refresh #1/#2/#3 → reader.reading
    reader: session.pace #1/#2 → stays
  `,
  never: {
    // A broker that restarts is no reason for everybody in line to ask the server at once (decision 060).
    'a read because of the broker alone where the server names a heartbeat': ({
      before,
      after,
      step,
    }) =>
      step.startsWith('session.pace') &&
      (before.context.reading?.nextContactMs ?? null) !== null &&
      before.matches({ reader: 'idle' }) &&
      !after.matches({ reader: 'idle' }),
    'two reads at once': ({ openCalls }) => openCalls('readSession') > 1,
    'two exits at once': ({ openCalls }) => openCalls('exitSession') > 1,
    'a poll of a session that is over': ({ before, after, step }) =>
      step === 'after poll' &&
      !isLive(before.context.reading) &&
      after.matches({ reader: 'reading' }),
    'an older answer that wins': ({ before, after }) => {
      const [known, next] = [before.context.reading, after.context.reading];
      return known !== null && next !== null && known.id === next.id && next.seq < known.seq;
    },
    // F24: the result of a read is reported to the newest visit.
    'an answer for another visit': ({ after, news }) =>
      newsOf(news).some((each) => 'visit' in each && each.visit !== after.context.visit),
    'a read without a word to the parent': ({ news, step }) =>
      /^read\w+ /.test(step) && !/session\.read(Failed)?$/.test(lastOf(news)),
    // The root reads the step of the chart's active state.
    'a step told at which the chart does not stand': ({ after, news }) =>
      newsOf(news).some(
        (each) => each.type === 'session.read' && !after.matches({ step: each.reading.step }),
      ),
    'another reading than the one that is told': ({ before, after, news }) => {
      const last = newsOf(news).at(-1);
      const isTold = last?.type === 'session.read' && last.reading === after.context.reading;
      return before.context.reading !== after.context.reading && !isTold;
    },
    'a paid session called over': ({ before, after }) =>
      before.matches({ step: 'completed' }) && after.matches({ step: 'expired' }),
    // §4.20: an end is reported with the reading that says so, and never for a live session.
    'an end told of a session that lives': ({ after, news }) =>
      newsOf(news).some(({ type }) => type === 'session.ended') && isLive(after.context.reading),
    'a session that ends without a word': ({ before, after, news }) =>
      isLive(before.context.reading) &&
      !isLive(after.context.reading) &&
      after.context.reading?.step !== 'unknown' &&
      !newsOf(news).some(({ type }) => type === 'session.ended'),
    'an end told twice': ({ before, after, news }) =>
      newsOf(news).some(({ type }) => type === 'session.ended') &&
      before.context.announcedEnd === after.context.announcedEnd,
    // §4.14: a missing response decides nothing.
    'a buyer past zero without more than ten seconds (§9.25)': ({ before, after }) =>
      before.matches({ reader: 'checkingDeadline' }) &&
      after.matches({ reader: 'idle' }) &&
      isLive(after.context.reading) &&
      (after.context.reading?.remainingMs ?? Number.POSITIVE_INFINITY) <= 10_000,
    'an end that no answer told of': ({ before, after, step }) =>
      isLive(before.context.reading) &&
      !isLive(after.context.reading) &&
      !/^(read\w+|exitSession) answers ok/.test(step),
  },
});
