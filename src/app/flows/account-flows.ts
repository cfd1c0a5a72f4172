import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import type { rootPorts } from '../../../machines/root/root.ports.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { joinQueueEffect, sessionEffects } from '../../effects/flows/session.ts';
import type { EffectParts } from '../../effects/parts.ts';
import { createConnection, type RealtimeConnection } from '../../effects/realtime/connection.ts';

/** The flows of a verified buyer with their effects. A signed-out visitor never loads them. */
export function accountFlows(parts: EffectParts, connection: RealtimeConnection) {
  return {
    session: sessionMachine.provide({ actors: sessionEffects(parts) }),
    realtime: realtimeMachine.provide({
      actors: { connection: 'url' in connection ? createConnection(connection) : connection },
    }),
    joinQueue: joinQueueEffect(parts),
  } satisfies Partial<typeof rootPorts>;
}
