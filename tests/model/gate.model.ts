import { expect } from 'vitest';
import type { ScanResponse } from '../../contract/gate.ts';
import { gateMachine } from '../../machines/gate/gate.machine.ts';
import { gatePorts } from '../../machines/gate/gate.ports.ts';
import type {
  FirstEntry,
  GateContext,
  GateMachineEvent,
  GateWork,
  JudgedScan,
  Look,
  Tally,
  Verdict,
} from '../../machines/gate/gate.types.ts';
import { broken, ok, refusalAs, refused, unreachable } from '../support/flows/machines.ts';
import { flowModel } from '../support/model/flow-model.ts';

const eventId = 'e1';
const at = '2026-03-07T12:02:00.000Z';
/** An entry of another door. */
export const elsewhere: FirstEntry = { scanId: 's0', at, door: 'Pintu Selatan' };

const lastEntry: JudgedScan = {
  scanId: 's1',
  at,
  code: 'roetix1.x.y',
  verdict: 'valid',
  ticketId: 't1',
  seat: 'A-12',
  category: 'VIP',
  first: null,
  isConfirmed: false,
};
/** What a device has done. */
export const tally = (unsynced: number): Tally => ({
  admitted: 1,
  refused: 0,
  unsynced,
  recent: [lastEntry],
  conflicts: [],
});

/** A device at work. */
export const work = (unsynced = 0): GateWork => ({
  event: {
    id: eventId,
    slug: 'konser-senja-jakarta',
    name: 'Konser Senja Jakarta',
    venue_name: 'Taman',
    datetime: '2026-03-07T19:00:00+07:00',
    other_nights: [{ id: 'e3', name: 'Malam Kedua', datetime: '2026-03-08T19:00:00+07:00' }],
  },
  door: 'Pintu Utara',
  tally: tally(unsynced),
});

const claim = { ticketId: 't1', eventId, seatNumber: 'A-12', category: 'VIP' };
const lookAs = (over: Partial<Look>): Look => ({
  scanId: 's1',
  at,
  code: 'roetix1.x.y',
  reading: { kind: 'signed', claim, isRevoked: false },
  first: null,
  ...over,
});
/** What a device can find out of a code. */
export const looks = {
  good: lookAs({}),
  used: lookAs({ first: elsewhere }),
  revoked: lookAs({ reading: { kind: 'signed', claim, isRevoked: true } }),
  foreign: lookAs({
    reading: { kind: 'signed', claim: { ...claim, eventId: 'e2' }, isRevoked: true },
    first: elsewhere,
  }),
  otherNight: lookAs({
    reading: { kind: 'signed', claim: { ...claim, eventId: 'e3' }, isRevoked: false },
  }),
  forged: lookAs({ reading: { kind: 'forged' } }),
  short: lookAs({ code: 'K7QM-2XRA', reading: { kind: 'short' } }),
} satisfies Record<string, Look>;

/** The server's word on the scan of these looks. */
export const answerAs = (result: ScanResponse['result']): ScanResponse => ({
  id: 's1',
  result,
  ticket_id: result === 'unknown' ? null : 't1',
  seat_number: result === 'unknown' ? null : 'A-12',
  category: result === 'unknown' ? null : 'VIP',
  first:
    result === 'already_used'
      ? {
          ticket_id: 't1',
          scan_id: 's0',
          scanned_at: at,
          device_id: 'd2',
          door: 'Pintu Selatan',
        }
      : null,
});

const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;
const refusals = [refusalAs('gatePassInvalid'), refusalAs('tooManyRequests')] as const;
const isShown = (scan: JudgedScan | null, ...verdicts: readonly Verdict[]) =>
  scan !== null && verdicts.includes(scan.verdict);
const isDown = ({ attempts }: GateContext) => attempts > 0;

/** The door of an event. */
export const gateModel = flowModel<GateMachineEvent>()({
  machine: gateMachine,
  ports: gatePorts,
  starts: { 'a page that opens': () => undefined },
  events: {
    'pass.give': [{ pass: 'rahasia', door: 'Pintu Utara' }],
    'gate.leave': [{}],
    'mode.camera': [{}],
    'mode.manual': [{}],
    'torch.toggle': [{}],
    'code.type': [{ code: 'K7QM-2XRA' }],
    'result.dismiss': [{}],
    'practice.toggle': [{}],
    'entry.undo': [{}],
    'code.scanned': [{ code: 'roetix1.z.y' }],
    'sync.now': [{}],
    'camera.opened': [{ hasTorch: true }, { hasTorch: false }],
    'camera.failed': [{ problem: 'denied' }],
    'code.seen': [{ code: 'roetix1.x.y' }],
    'network.returned': [{}],
    'network.lost': [{}],
    'server.lost': [{}],
    'entry.kept': [{}],
  },
  answers: {
    open: {
      value: [
        { work: work(), offeredPass: null },
        { work: null, offeredPass: 'rahasia' },
        { work: null, offeredPass: null },
      ],
    },
    unlock: {
      value: [
        ok(work()),
        refused('gatePassInvalid'),
        refused('tooManyRequests'),
        unreachable(),
        broken(),
        { ok: false, failure: { kind: 'unsynced' } },
      ],
    },
    look: { value: [looks.good, looks.foreign, looks.short] },
    ask: { ok: [answerAs('accepted'), answerAs('already_used')], refused: refusals, ...down },
    keep: { value: [tally(0), tally(1)] },
    undo: { value: [tally(0), tally(1)] },
    sync: { ok: [tally(0)], refused: refusals, ...down },
    forget: { value: [undefined] },
  },
  delays: { askCap: 2_000, leastShown: 700, validShown: 2_500, syncPoll: 30_000, syncRetry: 5_000 },
  facts: (context, snapshot) => ({
    isAtWork: context.work !== null,
    isDown: isDown(context),
    ...(snapshot.matches({ working: 'door' }) && {
      mode: context.mode,
      queued: context.queue.length,
      isPractice: context.isPractice,
      verdict: context.scan?.verdict,
      short: snapshot.matches({ working: { door: { checking: 'asking' } } })
        ? context.look?.reading.kind
        : null,
    }),
  }),
  effects: {
    opening: { runs: { open: () => undefined } },
    locked: { holds: ({ work: kept }) => expect(kept).toBeNull() },
    unlocking: { runs: { unlock: () => ({ pass: 'rahasia', door: 'Pintu Utara' }) } },
    leaving: {
      runs: { forget: () => undefined },
      holds: ({ work: kept }) => expect(kept?.tally.unsynced).toBe(0),
    },
    working: {
      runs: { network: () => undefined, scanner: () => undefined },
      holds: ({ work: kept }) => expect(kept).not.toBeNull(),
    },
    'working.door.ready': { holds: ({ scan }) => expect(scan).toBeNull() },
    'working.door.ready.choosing': {},
    'working.door.ready.camera': { runs: { camera: () => undefined } },
    'working.door.ready.camera.starting': {},
    'working.door.ready.camera.scanning': {},
    'working.door.ready.noCamera': {},
    'working.door.ready.manual': { holds: ({ mode }) => expect(mode).toBe('manual') },
    'working.door.checking.looking': { runs: { look: ({ code }) => ({ code }) } },
    'working.door.checking.asking': {
      runs: { ask: ({ look }) => ({ look }) },
      waits: ['askCap'],
    },
    'working.door.checking.keeping': {
      runs: { keep: ({ scan }) => ({ scan }) },
      holds: ({ scan }) => expect(scan).not.toBeNull(),
    },
    'working.door.undoing': { runs: { undo: () => undefined } },
    'working.door.shown': {
      waits: ['validShown'],
      holds: ({ scan }) => expect(scan).not.toBeNull(),
    },
    'working.door.shown.fresh': { waits: ['leastShown'] },
    'working.door.shown.seen': { holds: ({ queue }) => expect(queue).toEqual([]) },
    'working.sync.syncing': { runs: { sync: () => undefined } },
    'working.sync.idle': { waits: ['syncPoll'], holds: ({ attempts }) => expect(attempts).toBe(0) },
    'working.sync.waiting': {
      waits: ['syncRetry'],
      holds: ({ attempts }) => expect(attempts).toBeGreaterThan(0),
    },
    'working.sync.refused': {},
  },
  leads: `
    leaving: forget crashes → says broken, working.door.ready.camera.starting, working.sync.syncing
    leaving: forget value → locked
    locked/working: pass.give → unlocking
    opening: open crashes → locked, says broken
    opening: open value #1 → working.door.ready.camera.starting, working.sync.syncing
    opening: open value #2/value #3 → locked
    unlocking: unlock gatePassInvalid → locked, says badPass, working.door.ready.camera.starting,
      working.sync.syncing
    unlocking: unlock value #1 → working.door.ready.camera.starting, working.sync.syncing
    unlocking: unlock value #4 → locked, says offline, working.door.ready.camera.starting, working.sync.syncing
    unlocking: unlock value #5/crashes/tooManyRequests → locked, says broken, working.door.ready.camera.starting,
      working.sync.syncing
    unlocking: unlock value #6 → locked, says unsynced, working.door.ready.camera.starting, working.sync.syncing
    working.door.checking.asking: after askCap, ask else → working.door.checking.keeping, working.sync.waiting
    working.door.checking.asking: ask ok #1/ok #2 → working.door.checking.keeping
    working.door.checking.keeping: keep value #1/crashes → working.door.shown.fresh
    working.door.checking.keeping: keep value #2 → working.door.shown.fresh, working.sync.syncing
    working.door.checking.looking: look crashes → working.door.shown.fresh
    working.door.checking.looking: look value #1/value #3 → working.door.checking.asking,
      working.door.checking.keeping, working.door.shown.fresh
    working.door.checking.looking: look value #2 → working.door.checking.keeping, working.door.shown.fresh
    working.door.ready.camera.scanning: torch.toggle → stays
    working.door.ready.camera/working.door.ready.noCamera: mode.manual → working.door.ready.manual
    working.door.ready.camera: camera crashes → working.door.ready.noCamera
    working.door.ready.camera: camera.failed → says denied, working.door.ready.noCamera
    working.door.ready.camera: camera.opened #1/#2 → stays, working.door.ready.camera.scanning
    working.door.ready.camera: code.seen → working.door.checking.looking
    working.door.ready.manual: mode.camera → working.door.ready.camera.starting
    working.door.ready.noCamera: mode.camera → says no more, working.door.ready.camera.starting
    working.door.ready: code.scanned, code.type → working.door.checking.looking
    working.door.ready: entry.undo → ignored, working.door.undoing
    working.door.ready: practice.toggle → stays
    working.door.shown.fresh: after leastShown → working.door.checking.looking, working.door.shown.seen
    working.door.shown: after validShown → ignored, working.door.checking.looking,
      working.door.ready.camera.starting, working.door.ready.manual
    working.door.shown: result.dismiss → working.door.checking.looking, working.door.ready.camera.starting,
      working.door.ready.manual
    working.door.undoing: undo value #1/crashes → working.door.checking.looking, working.door.ready.camera.starting,
      working.door.ready.manual
    working.door.undoing: undo value #2 → working.door.checking.looking, working.door.ready.camera.starting,
      working.door.ready.manual, working.sync.syncing
    working.door: code.scanned → ignored, stays, working.door.checking.looking
    working.sync.idle: after syncPoll, entry.kept → working.sync.syncing
    working.sync.idle: network.lost, server.lost → working.sync.waiting
    working.sync.syncing: sync else → working.sync.waiting
    working.sync.syncing: sync gatePassInvalid → working.sync.refused
    working.sync.syncing: sync ok → working.sync.idle
    working.sync.syncing: sync.now → stays
    working.sync.waiting: after syncRetry, network.returned → working.sync.syncing
    working.sync: sync.now → working.sync.syncing
    working: gate.leave → leaving
    working: network crashes, scanner crashes → stays
  `,
  never: {
    'a guest let in whom another entry counts for': ({ after }) =>
      isShown(after.context.scan, 'valid') && after.context.scan?.first !== null,
    'a short code let in without the server': ({ after }) =>
      after.context.look?.reading.kind === 'short' &&
      isShown(after.context.scan, 'valid') &&
      after.context.scan?.isConfirmed !== true,
    'a ticket of another event let in': ({ after }) =>
      after.context.look === looks.foreign && isShown(after.context.scan, 'valid', 'used'),
    'a device given up with guests the server does not know of': ({ before, after, step }) =>
      step === 'gate.leave' &&
      after.matches('leaving') &&
      before.context.work?.tally.unsynced !== 0,
    'a door that waits for a server that is away': ({ before, after }) =>
      isDown(before.context) &&
      !before.matches({ working: { door: { checking: 'asking' } } }) &&
      after.matches({ working: { door: { checking: 'asking' } } }),
    'a refusal that goes by itself': ({ before, after, step }) =>
      before.matches({ working: { door: 'shown' } }) &&
      !isShown(before.context.scan, 'valid') &&
      step === 'after validShown' &&
      !after.matches({ working: { door: 'shown' } }),
  },
});
