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
const holdsPlace = (at: At) =>
  ['waiting', 'gathering', 'drawn', 'promoted', 'online', 'takingOver'].some((state) =>
    at.matches(state as 'waiting'),
  );
const hasMoved = (before: At, after: At) =>
  JSON.stringify(before.value) !== JSON.stringify(after.value);
const saidAs = ({ key, detail }: QueueContext['notices'][number]) => `${key} ${detail ?? ''}`;
const saidLast = ({ context }: At) => context.notices.slice(-1).map(saidAs).join('');
const isReading =
  (...states: readonly SessionReading['step'][]) =>
  ({ reading }: QueueContext) =>
    expect(states).toContain(reading?.step);
const isByItself = (step: string) => ['after healingPause', 'call.hasten'].includes(step);
const saysWhy = ({ error }: QueueContext) => expect(shownText(error)).toMatch(/\S/);

/** Waiting in line (§4, queue). */
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
  // §4: 500 ms to the seats, once in five seconds; §9: three seconds out; ruling 1.4-O: the same notice once in three seconds.
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
  never: {
    'two calls of a kind at once': ({ openCalls }) =>
      ['joinQueue', 'claimRedirect', 'exitQueue'].some((port) => openCalls(port) > 1),
    'a join while a session of another event lives': ({ after, calls }) =>
      after.context.reading?.slug !== slug &&
      isLive(after.context.reading) &&
      calls('joinQueue') > 0,
    // Ruling 1.4-O: messages of the broker are hints.
    'a word of the broker that moves anybody': ({ before, after, step }) =>
      step.startsWith('queue.realtimeChanged') && hasMoved(before, after),
    // Ruling 1.4-O, decision 060: the document shows where the buyer stands, and a reading decides.
    'a document that moves anybody': ({ before, after, step }) =>
      step.startsWith('queue.line') && hasMoved(before, after),
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
    'a read that failed and costs a place': ({ before, after, step }) =>
      step === 'queue.readFailed' && holdsPlace(before) && hasMoved(before, after),
    'a place that is lost by anything but a reading or a wish': ({ before, after, step }) =>
      holdsPlace(before) &&
      !holdsPlace(after) &&
      !/^queue\.(reading|leave|goToSeats)|^claim|^joinQueue answers (ok|refused #1)/.test(step),
    // Ruling R21: only what got no answer is asked for again, and only as it was.
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
    'an unknown status that is not looked into again': ({ before, news, step }) =>
      before.matches('unknown') &&
      isByItself(step) &&
      !news.some(({ type }) => type === 'session.refreshWanted'),
    'a move to the seats that is neither claimed nor wished': ({ after, step }) =>
      after.value === 'seats' &&
      !['queue.goToSeats', 'claimRedirect answers value #1'].includes(step),
    'a move of a device that follows another': ({ before, after, step }) =>
      before.context.reading?.isFollowing === true &&
      (after.matches('promoted') || step.startsWith('claimRedirect')) &&
      !/^(queue\.reading|joinQueue)/.test(step),
    'seats for somebody who is not in': ({ before, after }) =>
      after.value === 'seats' && before.context.reading?.step !== 'online',
    'a second exit': ({ calls }) => calls('exitQueue') > 1,
    'an exit that keeps the buyer here': ({ after, step }) =>
      step.startsWith('exitQueue') && after.value !== 'departed',
    'more than three notices': ({ after }) => after.context.notices.length > 3,
    'the same notice twice in three seconds': ({ before, after }) =>
      after.context.noticeCount > before.context.noticeCount &&
      before.context.recent.includes(saidLast(after)),
    'a promotion without a word': ({ after }) =>
      after.matches('promoted') &&
      ![...after.context.recent, ...after.context.notices.map(saidAs)].includes(
        'queue.notice.promoted ',
      ),
    'a parent told of anything but a wish': ({ told }) =>
      told.some(
        ({ type }) =>
          !['session.refreshWanted', 'realtime.rearmWanted', 'session.leaving'].includes(type),
      ),
    'a join of which the session is not asked': ({ after, news, step }) =>
      step.startsWith('joinQueue') &&
      after.status === 'active' &&
      news[0]?.type !== 'session.refreshWanted',
  },
});
