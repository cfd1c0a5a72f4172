import type { Ending } from '../../../machines/shared/ending.ts';
import type { TextKey, Translate } from '../../text/translate.ts';

const titles = {
  left: 'queue.left',
  leftElsewhere: 'ended.leftElsewhere',
  timeUp: 'ended.timeUp',
  inactive: 'ended.inactive',
  absent: 'ended.absent',
  closed: 'ended.closed',
  cancelled: 'ended.cancelled',
  paid: 'ended.paid',
  paidElsewhere: 'ended.paidElsewhere',
  over: 'ended.over',
} as const satisfies Record<Exclude<Ending['reason'], 'kicked'>, TextKey>;

const fates = {
  place: 'ended.placeFreed',
  turn: 'ended.turnFreed',
  seats: 'ended.seatsFreed',
  payment: 'ended.paymentVoided',
} as const satisfies Record<NonNullable<Ending['held']>, TextKey>;

/** The reason why the session ended, as a title (§4.20; §4.24 gives the texts for removal and leaving). */
export function titleOf({ reason, note }: Ending, t: Translate): string {
  return reason === 'kicked'
    ? t('queue.kicked', { reason: note ?? t('queue.kickedDefault') })
    : t(titles[reason]);
}

/** What happened to position, seats and money; null where the buyer lost nothing. */
export function fateOf({ reason, held }: Ending): TextKey | null {
  if (reason === 'paid' || reason === 'paidElsewhere') return null;
  return held === null ? 'ended.allFreed' : fates[held];
}

/** What the buyer may do next. */
export function nextOf({ reason }: Ending): TextKey {
  switch (reason) {
    case 'paid':
    case 'paidElsewhere':
      return 'ended.nextTickets';
    case 'closed':
    case 'cancelled':
      return 'ended.nextEvent';
    case 'absent':
      return 'ended.nextAbsent';
    default:
      return 'ended.nextJoin';
  }
}
