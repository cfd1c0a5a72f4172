import type { ActorView, Moment, StateValue, WireEvent, WireRecord } from './wire.ts';

/** The moment before the first record. */
export const emptyMoment: Moment = { actors: {} };

/** The moment after a record. A pure fold: the app applies it to records that it drops, the page to the ones that it shows. */
export function advance(moment: Moment, record: WireRecord): Moment {
  const known = moment.actors[record.sessionId];
  switch (record.type) {
    case '@xstate.actor':
      return withActor(moment, {
        sessionId: record.sessionId,
        name: record.name,
        parentId: record.parentId ?? null,
        machine: null,
        status: 'active',
        value: null,
        context: null,
        before: null,
        output: null,
        error: null,
      });
    case '@xstate.snapshot': {
      if (known === undefined) return moment;
      const { snapshot } = record;
      const context = snapshot.context ?? null;
      return withActor(moment, {
        ...known,
        machine: snapshot.machine ?? known.machine,
        status: snapshot.status,
        value: snapshot.value ?? null,
        context,
        before: known.machine === null ? context : known.context,
        output: snapshot.output ?? null,
        error: snapshot.error ?? null,
      });
    }
    default:
      return moment;
  }
}

/** The moment after all of the records. */
export function momentAfter(base: Moment, records: readonly WireRecord[]): Moment {
  return records.reduce(advance, base);
}

/** The moment without finished calls, which are many and receive no further events. */
export function withoutFinishedCalls(moment: Moment): Moment {
  const kept = Object.entries(moment.actors).filter(
    ([, actor]) => actor.machine !== null || actor.status === 'active',
  );
  return { actors: Object.fromEntries(kept) };
}

function withActor(moment: Moment, actor: ActorView): Moment {
  return { actors: { ...moment.actors, [actor.sessionId]: actor } };
}

/** Ids of every active state node, outermost first: 'seatDraft', 'seatDraft.choosing', 'seatDraft.choosing.voucher', … */
export function activeNodes(machine: string, value: StateValue | null): readonly string[] {
  if (value === null) return [machine];
  return [machine, ...namesBelow(value).map((path) => `${machine}.${path}`)];
}

/** The innermost of them. */
export function activeLeaves(machine: string, value: StateValue | null): readonly string[] {
  const nodes = activeNodes(machine, value);
  return nodes.filter((node) => !nodes.some((other) => other.startsWith(`${node}.`)));
}

function namesBelow(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    key,
    ...namesBelow(inner).map((path) => `${key}.${path}`),
  ]);
}

/** A state in one line: 'choosing (selection.kept, pricing.blank, voucher.idle)' in the order of the chart. */
export function stateWords(value: StateValue | null): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const words = stateWords(inner as StateValue | null);
    if (words === '') return key;
    return typeof inner === 'object' && inner !== null && Object.keys(inner).length > 1
      ? `${key} (${words})`
      : `${key}.${words}`;
  });
  return parts.join(', ');
}

/** One line of the log: an event and its effect. */
export interface LogRow {
  /** Number of its first record; unique. */
  readonly seq: number;
  readonly at: number;
  readonly sessionId: string;
  readonly actor: string;
  readonly machine: string | null;
  readonly from: string | null;
  readonly event: WireEvent;
  /** State and status afterwards; null while unknown. */
  readonly state: string | null;
  readonly status: string | null;
  /** False if the event did not change the actor. */
  readonly changed: boolean;
  readonly note: 'done' | 'refused' | null;
  /** Number of records to replay for the moment after it. */
  readonly upTo: number;
}

/** The lines of a log, in the order the events were sent; a snapshot of an actor completes its oldest open line. */
export function rowsOf(base: Moment, records: readonly WireRecord[]): readonly LogRow[] {
  const rows: { -readonly [K in keyof LogRow]: LogRow[K] }[] = [];
  const open = new Map<string, number[]>();
  let moment = base;
  for (const [at, record] of records.entries()) {
    const before = moment.actors[record.sessionId];
    moment = advance(moment, record);
    const actor = moment.actors[record.sessionId];
    const blank = {
      seq: record.seq,
      at: Number(record.createdAt),
      sessionId: record.sessionId,
      actor: actor?.name ?? record.sessionId,
      machine: actor?.machine ?? null,
      from: null,
      state: null,
      status: null,
      changed: true,
      note: null,
      upTo: at + 1,
    };
    if (record.type === '@xstate.event') {
      const source = record.sourceId ?? null;
      const from = source === null ? null : (moment.actors[source]?.name ?? source);
      open.set(record.sessionId, [...(open.get(record.sessionId) ?? []), rows.length]);
      rows.push({ ...blank, from, event: record.event });
    } else if (record.type === 'roetix.note') {
      rows.push({ ...blank, event: { type: record.text }, note: record.tone });
    } else if (record.type === '@xstate.snapshot') {
      const waiting = open.get(record.sessionId) ?? [];
      const found = waiting.findIndex((index) => rows[index]?.event.type === record.event.type);
      const row = rows[waiting[found] ?? -1];
      const state = stateWords(actor?.value ?? null);
      const answer = {
        machine: actor?.machine ?? null,
        state,
        status: record.snapshot.status,
        changed: !sameState(before, actor),
        upTo: at + 1,
      };
      if (row === undefined) rows.push({ ...blank, event: record.event, ...answer });
      else {
        Object.assign(row, answer);
        open.set(record.sessionId, waiting.slice(found + 1));
      }
    }
  }
  // A later line replays at least as many records as an earlier one, so that stepping down never goes back in time.
  let furthest = 0;
  for (const row of rows) {
    furthest = Math.max(furthest, row.upTo);
    row.upTo = furthest;
  }
  return rows;
}

const shapes = new WeakMap<object, string>();

/** A value as text, cached: the log is folded again with every record. */
function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const known = shapes.get(value);
  if (known !== undefined) return known;
  const shape = JSON.stringify(value);
  shapes.set(value, shape);
  return shape;
}

function sameState(before: ActorView | undefined, after: ActorView | undefined): boolean {
  return (
    before?.status === after?.status &&
    shapeOf(before?.value) === shapeOf(after?.value) &&
    shapeOf(before?.context) === shapeOf(after?.context)
  );
}
