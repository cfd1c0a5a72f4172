import { fromCallback } from 'xstate';
import type { ConnectionCommand, ConnectionInput, RealtimeEvent } from './realtime.types.ts';

/** The effects of the realtime machine. */
export const realtimePorts = {
  /**
   * One client of the broker (§4.92, §9.31). Sends back `connection.*` events, retries on its own, and ends the client when it is
   * stopped. The default says that it failed, for a callback cannot reject.
   */
  connection: fromCallback<ConnectionCommand, ConnectionInput>(({ sendBack }) => {
    sendBack({
      type: 'connection.failed',
      message: 'The port "realtime.connection" is not provided.',
    } satisfies RealtimeEvent);
  }),
};
