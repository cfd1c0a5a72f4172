import type { RealtimeMessage } from '../../contract/realtime.ts';
import type { PaymentEvent } from '../payment/payment.types.ts';
import type { QueueEvent } from '../queue/queue.types.ts';
import { seatChangesOf } from '../seat-draft/seat-draft.messages.ts';
import type { SeatDraftEvent } from '../seat-draft/seat-draft.types.ts';
import type { SessionEvent } from '../session/session.types.ts';
import type { RootContext } from './root.types.ts';

/** Events that a message of the broker causes, by flow; the root sends none to a flow that does not run. */
export interface CausedEvents {
  readonly session?: SessionEvent;
  readonly queue?: QueueEvent;
  readonly seatDraft?: SeatDraftEvent;
  readonly payment?: PaymentEvent;
}

/** A message is a hint: it causes a read, and lends its words to the reading that decides (§4.11, §4.20). */
export function eventsOf(
  message: RealtimeMessage,
  context: Pick<RootContext, 'visit' | 'reading'>,
): CausedEvents {
  const refresh = { type: 'session.refresh', visit: context.visit } as const;
  switch (message.kind) {
    case 'seats':
      return { seatDraft: seatChangesOf(message.body) };
    case 'queue': {
      const { user_id, event, reason = null } = message.body;
      if (user_id === undefined) return {};
      const isEnd = event === 'user_kicked' || event === 'user_left';
      const isOurs = message.slug === context.reading?.slug;
      return { session: isEnd && isOurs ? { ...refresh, hint: { event, reason } } : refresh };
    }
    case 'payment': {
      const { event } = message.body;
      if (event === 'unknown') return { session: refresh };
      const payment =
        event === 'payment_failed' || event === 'payment_reopened'
          ? ({ type: 'payment.failureHinted' } as const)
          : ({ type: 'payment.hinted', event } as const);
      return { session: refresh, payment };
    }
    // For the queue page what a read of the document is.
    case 'line':
      return { queue: { type: 'queue.line', line: message.body } };
    case 'logs':
    case 'status': {
      const words = message.body.message ?? '';
      if (words.trim() === '') return {};
      const type = message.kind === 'logs' ? 'queue.logged' : 'queue.systemSaid';
      return { queue: { type, message: words } };
    }
  }
}
