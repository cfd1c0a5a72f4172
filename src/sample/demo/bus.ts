import { fromCallback } from 'xstate';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import type {
  ConnectionCommand,
  ConnectionInput,
  RealtimeEvent,
} from '../../../machines/realtime/realtime.types.ts';

/** Queue messages of the demo. */
export type QueueEventName = 'user_promoted' | 'user_left';
/** Payment messages of the demo. */
export type PaymentEventName =
  | 'payment_started'
  | 'payment_completed'
  | 'payment_expired'
  | 'payment_reopened';

/** Real-time messages within the page, in place of a broker. */
export interface DemoBus {
  tell(message: RealtimeMessage): void;
  listen(listener: (message: RealtimeMessage) => void): () => void;
}

/** Creates the message bus between the demo's back end and its page. */
export function createBus(): DemoBus {
  const listeners = new Set<(message: RealtimeMessage) => void>();
  return {
    tell(message) {
      for (const listener of listeners) listener(message);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The connection of the real-time flow over that bus. Messages are hints: the read that follows decides. */
export function busConnection(bus: DemoBus) {
  return fromCallback<ConnectionCommand, ConnectionInput>(({ input, sendBack, receive }) => {
    let { slug } = input;
    receive((command) => {
      if (command.type === 'topics.switch') slug = command.slug;
    });
    sendBack({ type: 'connection.opened' } satisfies RealtimeEvent);
    return bus.listen((message) => {
      if (message.kind !== 'status' && message.slug !== slug) return;
      sendBack({ type: 'connection.received', message } satisfies RealtimeEvent);
    });
  });
}
