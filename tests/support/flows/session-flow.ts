import { createActor } from 'xstate';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import type {
  SessionParentEvent,
  SessionReading,
} from '../../../machines/session/session.types.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { fakePort, ok, parentStub } from './machines.ts';
import { readingAs } from './readings.ts';

type Answer = Result<SessionReading>;

/** A response for a session that has just become online, with fifteen minutes by default. */
export function reading(over: Partial<SessionReading> = {}): SessionReading {
  const { remainingMs = 900_000 } = over;
  return readingAs({
    id: 's1',
    step: 'online',
    slug: 'konser',
    eventName: 'Konser Senja',
    deadline: remainingMs === null ? null : performance.now() + remainingMs,
    remainingMs,
    ...over,
  });
}

/** A session machine whose ports the test controls. */
export function startSession({ realtime = true, random = 0.5, visit = 3 } = {}) {
  const parent = parentStub<SessionParentEvent>();
  const read = fakePort<Answer, unknown>();
  const exit = fakePort<Answer, unknown>();
  const machine = sessionMachine.provide({
    actors: { readSession: read.logic, exitSession: exit.logic },
  });
  const actor = createActor(machine, {
    input: { parent: parent.ref, random: () => random, realtime, visit },
  }).start();
  return { actor, parent, read, exit, state: () => actor.getSnapshot() };
}

/** The same after its first read. */
export async function startedWith(
  first: SessionReading,
  options: Parameters<typeof startSession>[0] = {},
) {
  const flow = startSession(options);
  await flow.read.answer(ok(first));
  flow.parent.take();
  return flow;
}
