/** 09:30:05.120, in local time, for comparison with the device's clock. */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A delay in the largest fitting unit: 500 ms, 3 s, 15 min. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${trimmed(ms / 1000)} s`;
  return `${trimmed(ms / 60_000)} min`;
}

const trimmed = (value: number) => String(Math.round(value * 10) / 10);

/** XState's internal events in plain words; every other by its type. */
export function eventWords(type: string): string {
  if (type === 'xstate.init') return 'started';
  if (type === 'xstate.stop') return 'stopped';
  const [, kind, rest = ''] =
    /^xstate\.(after|done\.actor|error\.actor|done\.state)\.(.+)$/.exec(type) ?? [];
  switch (kind) {
    case 'after':
      return `after ${rest.split('.', 1)[0]}`;
    case 'done.actor':
      return `${rest} ✓`;
    case 'error.actor':
      return `${rest} ✗`;
    case 'done.state':
      return `${rest} done`;
    default:
      return type;
  }
}
