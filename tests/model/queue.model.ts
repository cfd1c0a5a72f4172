import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { Line } from '../../contract/queue.ts';
import { queueMachine } from '../../machines/queue/queue.machine.ts';
import { queuePorts } from '../../machines/queue/queue.ports.ts';
import type { QueueContext, QueueEvent } from '../../machines/queue/queue.types.ts';
import type { SessionReading } from '../../machines/session/session.types.ts';
import { lineAs, slug } from '../support/flows/line.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { readingAs } from '../support/flows/readings.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';
import { shownText } from '../support/shown-text.ts';

const ours = (over: Partial<SessionReading>) => readingAs({ id: 's1', slug, ...over });

/** The line's document with the number of `read.drawn` served, and one of another event. */
export const lines = {
  serves: lineAs({ serving: 17 }),
  gathers: lineAs({ phase: 'gathering', serving: 0, issued: 0, entrants: 1_000 }),
  closes: lineAs({ phase: 'closed' }),
  elsewhere: lineAs({ slug: 'konser-lain' }),
} satisfies Record<string, Line>;

/** What the session can be to the queue page. */
export const read = {
  queued: ours({ step: 'queued', position: 7 }),
  // In the waiting room, and after its draw.
  entrant: ours({ step: 'queued', entrant: 'kancil-07' }),
  drawn: ours({ step: 'queued', position: 7, number: 17, entrant: 'kancil-07' }),
  entrantThere: ours({ step: 'queued', entrant: 'kancil-07', isFollowing: true }),
  drawnThere: ours({
    step: 'queued',
    position: 7,
    number: 17,
    entrant: 'kancil-07',
    isFollowing: true,
  }),
  online: ours({ step: 'online', deadline: 900_000, remainingMs: 900_000 }),
  queuedThere: ours({ step: 'queued', position: 7, isFollowing: true }),
  onlineThere: ours({
    step: 'online',
    deadline: 900_000,
    remainingMs: 900_000,
    isFollowing: true,
  }),
  holding: ours({ step: 'online', hasDraft: true }),
  paying: ours({ step: 'paymentProcessing' }),
  queuedElsewhere: ours({ step: 'queued', slug: 'konser-lain' }),
  kicked: ours({ step: 'cancelled', endReason: 'kicked', endNote: 'Bot' }),
  completed: ours({ step: 'completed' }),
} satisfies Record<string, SessionReading>;

type At = SnapshotFrom<typeof queueMachine>;

const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;
const event = (context: QueueContext) => ({ slug: context.slug });
/** The watcher of the line runs with the pace that the page knew when it began; one that crashed is asked nothing. */
const watches = {
  watchLine: () =>
    expect.toBeOneOf([
      { slug, realtime: expect.any(Boolean), random: expect.any(Function) },
      undefined,
    ]),
};
const isLive = (reading: SessionReading | null) =>
  ['queued', 'online', 'paymentProcessing'].includes(reading?.step ?? '');
const saidAs = ({ key, detail }: QueueContext['notices'][number]) => `${key} ${detail ?? ''}`;
const saidLast = ({ context }: At) => context.notices.slice(-1).map(saidAs).join('');
const isReading =
  (...states: readonly SessionReading['step'][]) =>
  ({ reading }: QueueContext) =>
    expect(states).toContain(reading?.step);
const isByItself = (step: string) => ['after healingPause', 'call.hasten'].includes(step);
const saysWhy = ({ error }: QueueContext) => expect(shownText(error)).toMatch(/\S/);

/** Waiting in line (§4.31, queue). */
export const queueModel = flowModel<QueueEvent>()({
  machine: queueMachine,
  ports: queuePorts,
  starts: {
    'with nothing known': (parent) => ({ parent, slug, reading: null }),
    'with a place in line': (parent) => ({ parent, slug, reading: read.queued }),
    'with a session of another event': (parent) => ({
      parent,
      slug,
      reading: read.queuedElsewhere,
    }),
  },
  events: {
    'queue.reading': [
      { reading: read.queued },
      { reading: read.entrant },
      { reading: read.drawn },
      { reading: read.entrantThere },
      { reading: read.drawnThere },
      { reading: read.online },
      { reading: read.queuedThere },
      { reading: read.onlineThere },
      { reading: read.holding },
      { reading: read.paying },
      { reading: read.kicked },
      { reading: read.completed },
    ],
    'queue.line': [
      { line: lines.serves },
      { line: lines.gathers },
      { line: lines.closes },
      { line: lines.elsewhere },
    ],
    'queue.readFailed': [{}],
    'queue.realtimeChanged': [
      { connected: true, error: null },
      { connected: false, error: 'Real-time updates unavailable. Using polling fallback.' },
    ],
    'queue.systemSaid': [{ message: 'Pemeliharaan pukul 23.00' }],
    'queue.logged': [{ message: '2 pembeli masuk dari antrean' }],
    'queue.refresh': [{}],
    'queue.proceed': [{}],
    'queue.leave': [{}],
    'queue.retry': [{}],
    'queue.goToSeats': [{}],
    'queue.takeOver': [{}],
    'call.hasten': [{}],
  },
  answers: {
    joinQueue: {
      ok: [read.queued, read.entrant, read.online, read.onlineThere, read.paying, read.completed],
      refused: [
        refusalAs('unauthenticated'),
        refusalAs('eventNotFound', 'No such event'),
        refusalAs('otherSessionLive'),
      ],
      ...down,
    },
    claimRedirect: { value: [true, false] },
    exitQueue: { ok: [null], refused: [refusalAs('paymentNotVoidable', 'Paid already')], ...down },
  },
  // §4.40: 500 ms to the seats, once in five seconds; §9.22: three seconds out; §4.11: the same notice once in three seconds.
  delays: {
    healingPause: healing,
    promotedPause: 500,
    redirectDebounce: 5_000,
    noticeRepeat: 3_000,
    drawnNotice: 20_000,
    readSpread: 1_500,
  },
  delayed: {
    'notice.aged': {
      ms: 3_000,
      due: ({ recent }) => recent.map((said) => ({ type: 'notice.aged', said })),
    },
    // At least three seconds, in the middle of their spread.
    'line.due': { ms: 1_500, due: ({ isDue }) => (isDue ? [{ type: 'line.due' }] : []) },
  },
  facts: ({ reading, isDue, recent, notices, healing, hasNoResponse }) => ({
    reading: reading?.step ?? null,
    isEntrant: reading?.step === 'queued' && reading.entrant !== null && reading.number === null,
    isDue,
    isFollowing: reading?.isFollowing ?? false,
    isSaid: recent.length > 0,
    passes: healing.passes,
    hasNoResponse,
    isMissed:
      notices.findLast(({ key }) => key.startsWith('queue.notice.realtime'))?.key ===
      'queue.notice.realtimeLost',
  }),
  effects: {
    joining: { runs: { joinQueue: event } },
    takingOver: {
      runs: { joinQueue: (context) => ({ slug: context.slug, takesOver: true }) },
      holds: isReading('queued', 'online'),
    },
    waiting: { runs: watches, waits: ['healingPause'], holds: isReading('queued') },
    gathering: {
      runs: watches,
      waits: ['healingPause'],
      holds: ({ reading }) =>
        expect(reading).toMatchObject({ step: 'queued', entrant: 'kancil-07', number: null }),
    },
    drawn: {
      runs: watches,
      waits: ['healingPause', 'drawnNotice'],
      holds: ({ reading }) =>
        expect(reading).toMatchObject({ step: 'queued', number: expect.any(Number) }),
    },
    promoted: { holds: isReading('online') },
    'promoted.pausing': { waits: ['promotedPause'] },
    'promoted.claiming': { runs: { claimRedirect: event } },
    online: { waits: ['healingPause'], holds: isReading('online') },
    'online.shown': { waits: ['redirectDebounce'] },
    'online.claiming': { runs: { claimRedirect: event } },
    unknown: { waits: ['healingPause'] },
    failed: { waits: ['healingPause'], holds: saysWhy },
    leaving: { runs: { exitQueue: event } },
    seats: { output: { kind: 'seats' } },
    elsewhere: { output: { kind: 'elsewhere' } },
    departed: { output: { kind: 'left' } },
    signedOut: { output: { kind: 'signedOut' } },
  },
  leads: `
    anywhere/drawn/gathering/waiting: queue.line #4 → ignored
    anywhere: delayed {"type":"notice.aged","said":"queue.notice.promoted
      "}/{"type":"notice.aged","said":"queue.notice.realtimeLost Real-time updates unavailable. Using polling
      fallback."}/{"type":"notice.aged","said":"queue.notice.system Pemeliharaan pukul 23.00"}, queue.line #1/#2/#3,
      queue.logged, queue.realtimeChanged #1/#2, queue.systemSaid → stays
    drawn/failed/gathering/online/promoted/unknown/waiting: queue.reading #10/#9 → elsewhere
    drawn/failed/gathering/online/unknown/waiting: queue.refresh → stays, tells realtime.rearmWanted, tells
      session.refreshWanted
    drawn/gathering/online/promoted/waiting: queue.leave → leaving, tells session.leaving
    drawn/gathering/online/unknown/waiting: queue.readFailed → says queue.checkFailed, stays
    drawn/gathering/waiting: after healingPause, queue.takeOver → ignored, takingOver
    drawn/gathering/waiting: call.hasten → stays, takingOver
    drawn/gathering/waiting: delayed {"type":"line.due"} → stays, tells session.refreshWanted
    drawn/promoted/unknown: queue.reading #2/#4 → gathering
    drawn/promoted/unknown: queue.reading #8 → online.shown
    drawn/promoted: queue.reading #11/#12 → unknown
    drawn/unknown: queue.reading #6 → promoted.pausing
    drawn: after drawnNotice, queue.proceed, queue.reading #1/#7 → waiting
    drawn: queue.line #1/#2/#3, queue.reading #3/#5, watchLine crashes → stays
    failed/gathering/waiting: queue.reading #6 → promoted.pausing, says no more
    failed/gathering/waiting: queue.reading #8 → online.shown, says no more
    failed/online/waiting: queue.reading #2/#4 → gathering, says no more
    failed/online: queue.reading #1/#3/#5/#7 → says no more, waiting
    failed: after healingPause, call.hasten → ignored, joining
    failed: queue.reading #11/#12 → ignored
    failed: queue.retry → joining, says no more
    gathering/online/waiting: queue.reading #11/#12 → says no more, unknown
    gathering/waiting: queue.line #1/#2/#3, watchLine crashes → stays
    gathering: queue.reading #1/#7 → says no more, waiting
    gathering: queue.reading #2/#4 → says no more, stays
    gathering: queue.reading #3/#5 → drawn, says no more
    joining/takingOver: joinQueue ok #5 → elsewhere
    joining/takingOver: joinQueue unauthenticated → signedOut
    joining: joinQueue broken/unreachable/crashes → failed, says queue.joinFailed, tells session.refreshWanted
    joining: joinQueue eventNotFound → failed, says queue.eventMissing, tells session.refreshWanted
    joining: joinQueue ok #1 → tells session.refreshWanted, waiting
    joining: joinQueue ok #2 → gathering, tells session.refreshWanted
    joining: joinQueue ok #3 → promoted.pausing, tells session.refreshWanted
    joining: joinQueue ok #4 → online.shown, tells session.refreshWanted
    joining: joinQueue ok #6 → tells session.refreshWanted, unknown
    joining: joinQueue otherSessionLive → failed, says 'You already have a session for another event', tells
      session.refreshWanted
    leaving: exitQueue else → departed
    online.claiming/promoted.claiming: claimRedirect crashes → online.shown, says queue.moveFailed
    online.claiming/promoted.claiming: claimRedirect value #1 → seats
    online.claiming/promoted.claiming: claimRedirect value #2 → online.shown
    online.shown: after redirectDebounce → online.claiming, stays
    online/promoted: queue.goToSeats → seats
    online: after healingPause, call.hasten, queue.takeOver → ignored, takingOver
    online: queue.reading #6 → says no more, stays
    online: queue.reading #8 → online.shown, says no more, stays
    promoted.pausing: after promotedPause → promoted.claiming
    promoted/unknown: queue.reading #1/#3/#5/#7 → waiting
    promoted: queue.reading #6 → stays
    takingOver: joinQueue broken/unreachable/crashes → gathering, online.shown, says queue.joinFailed, tells
      session.refreshWanted, waiting
    takingOver: joinQueue eventNotFound → gathering, online.shown, says queue.eventMissing, tells
      session.refreshWanted, waiting
    takingOver: joinQueue ok #1 → says no more, tells session.refreshWanted, waiting
    takingOver: joinQueue ok #2 → gathering, says no more, tells session.refreshWanted
    takingOver: joinQueue ok #3 → promoted.pausing, says no more, tells session.refreshWanted
    takingOver: joinQueue ok #4 → online.shown, says no more, tells session.refreshWanted
    takingOver: joinQueue ok #6 → says no more, tells session.refreshWanted, unknown
    takingOver: joinQueue otherSessionLive → gathering, online.shown, says 'You already have a session for another
      event', tells session.refreshWanted, waiting
    unknown: after healingPause, call.hasten → stays, tells session.refreshWanted
    unknown: queue.reading #11/#12 → stays
    unknown: queue.retry → joining
    waiting: queue.reading #1/#3/#5/#7 → says no more, stays
  `,
  never: {
    'two calls of a kind at once': ({ openCalls }) =>
      ['joinQueue', 'claimRedirect', 'exitQueue'].some((port) => openCalls(port) > 1),
    'a join while a session of another event lives': ({ after, calls }) =>
      after.context.reading?.slug !== slug &&
      isLive(after.context.reading) &&
      calls('joinQueue') > 0,
    'a document of another event that is believed': ({ after }) =>
      (after.context.line?.slug ?? slug) !== slug,
    'a turn or a draw in the document that no reading is asked to confirm': ({ after, step }) => {
      const { reading, line, heard } = after.context;
      const isInLine = ['waiting', 'gathering', 'drawn'].some((state) =>
        after.matches(state as 'waiting'),
      );
      if (
        !isInLine ||
        !step.startsWith('queue.line') ||
        reading?.step !== 'queued' ||
        line === null
      )
        return false;
      const served = reading.number !== null && line.serving >= reading.number;
      const drawn = reading.number === null && reading.entrant !== null && line.phase === 'serving';
      return (served || drawn) && heard === null;
    },
    // §4.110: only what got no response is asked for again, and only as it was.
    'a take-over that nobody wished for': ({ before, after, step }) =>
      !before.matches('takingOver') &&
      after.matches('takingOver') &&
      step !== 'queue.takeOver' &&
      !(before.context.hasNoResponse && isByItself(step)),
    'a join by itself after a clear no or from an unknown status': ({ before, after, step }) =>
      !before.matches('joining') &&
      after.matches('joining') &&
      step !== 'queue.retry' &&
      !(before.matches('failed') && before.context.healing.passes && isByItself(step)),
    'a move of a device that follows another': ({ before, after, step }) =>
      before.context.reading?.isFollowing === true &&
      (after.matches('promoted') || step.startsWith('claimRedirect')) &&
      !/^(queue\.reading|joinQueue)/.test(step),
    'seats for somebody who is not in': ({ before, after }) =>
      after.value === 'seats' && before.context.reading?.step !== 'online',
    'a second exit': ({ calls }) => calls('exitQueue') > 1,
    'more than three notices': ({ after }) => after.context.notices.length > 3,
    'the same notice twice in three seconds': ({ before, after }) =>
      after.context.noticeCount > before.context.noticeCount &&
      before.context.recent.includes(saidLast(after)),
    'a promotion without a word': ({ after }) =>
      after.matches('promoted') &&
      ![...after.context.recent, ...after.context.notices.map(saidAs)].includes(
        'queue.notice.promoted ',
      ),
  },
});
