import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { joinQueueEffect, sessionEffects } from '../../effects/flows/session.ts';
import type { EffectParts } from '../../effects/parts.ts';
import { type ConnectionSettings, createConnection } from '../../effects/realtime/connection.ts';

/** The flows that run while a verified buyer is there, with their effects: what nobody signed out ever loads. */
export function accountFlows(parts: EffectParts, connection: ConnectionSettings) {
  return {
    session: sessionMachine.provide({ actors: sessionEffects(parts) }),
    realtime: realtimeMachine.provide({ actors: { connection: createConnection(connection) } }),
    joinQueue: joinQueueEffect(parts),
  };
}
