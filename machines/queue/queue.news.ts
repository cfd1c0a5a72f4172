import type { Read } from './queue.setup.ts';

/** The reading an event carries. */
export const asRead = ({ event }: { readonly event: Read }): Read => event;
/** Keeps it. */
export const takeReading = { type: 'takeReading', params: asRead } as const;

/** How a place is lost, wherever it is held. */
const endings = [
  {
    guard: { type: 'isOut', params: asRead },
    target: 'kicked',
    actions: [takeReading, { type: 'noteLoss', params: asRead }],
  },
  { guard: { type: 'hasLeftQuietly', params: asRead }, target: 'departed' },
  {
    guard: { type: 'hasLeft', params: asRead },
    target: 'left',
    actions: [takeReading, { type: 'say', params: { key: 'queue.notice.left', detail: null } }],
  },
  { target: 'unknown', actions: takeReading },
] as const;

/** What leads out of a page that holds no place: a reading of a place. */
export const newsOutside = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  { guard: { type: 'isQueued', params: asRead }, target: 'waiting', actions: takeReading },
  { guard: { type: 'isOnline', params: asRead }, target: 'promoted', actions: takeReading },
] as const;

/** What a reading means to somebody in line. */
export const newsInLine = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  { guard: { type: 'isQueued', params: asRead }, actions: takeReading },
  { guard: { type: 'isOnline', params: asRead }, target: 'promoted', actions: takeReading },
  ...endings,
] as const;

/** What a reading means to somebody who is in: the same news twice is no second move (F22). */
export const newsOnceIn = [
  { guard: { type: 'isElsewhere', params: asRead }, target: 'elsewhere' },
  { guard: { type: 'isQueued', params: asRead }, target: 'waiting', actions: takeReading },
  { guard: { type: 'isOnline', params: asRead }, actions: takeReading },
  ...endings,
] as const;
