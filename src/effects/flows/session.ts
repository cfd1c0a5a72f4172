import { fromPromise } from 'xstate';
import { exitSession, joinQueue, session } from '../../../contract/session.ts';
import { presaleCodeKey } from '../../../contract/stored/presale-code.ts';
import { lastRedirectKey } from '../../../contract/stored/storage.ts';
import type { QueueJoinInput, queuePorts } from '../../../machines/queue/queue.ports.ts';
import type { sessionPorts } from '../../../machines/session/session.ports.ts';
import { mapResult } from '../../../machines/shared/result.ts';
import { timings } from '../../../machines/shared/timings.ts';
import type { EffectParts } from '../parts.ts';
import { sessionReading } from '../readings.ts';
import { deviceName } from '../storage/device.ts';
import { followSession } from '../storage/idempotency.ts';
import { watchLineEffect } from './line.ts';

/** Joining the queue of an event; from its page and from 'Choose Your Show'. */
export function joinQueueEffect({ api, now, store, newId }: EffectParts) {
  return fromPromise(async ({ input, signal }: { input: QueueJoinInput; signal: AbortSignal }) => {
    const device = deviceName(store, newId);
    const code = store.read(presaleCodeKey, input.slug);
    const body = {
      ...(device === undefined ? {} : { device }),
      ...(input.takesOver === true ? { take_over: true } : {}),
      ...(code === null ? {} : { presale_code: code }),
    };
    return mapResult(
      await api.call(joinQueue, { params: { slug: input.slug }, body, signal }),
      (answer) => {
        followSession(store, answer);
        return sessionReading(answer, now);
      },
    );
  });
}

/** Effects of the session machine. */
export function sessionEffects({ api, now, store, newId }: EffectParts) {
  return {
    readSession: fromPromise(async ({ signal }) => {
      const query = { device: deviceName(store, newId) };
      return mapResult(await api.call(session, { query, signal }), (answer) => {
        followSession(store, answer);
        return sessionReading(answer, now);
      });
    }),
    exitSession: fromPromise(async ({ signal }) =>
      mapResult(await api.call(exitSession, { signal }), (answer) => {
        followSession(store, answer);
        return sessionReading(answer, now);
      }),
    ),
  } satisfies Partial<typeof sessionPorts>;
}

/** Effects of the queue page; tabs share a store in which one of them claims the move to the seats (§4.40). */
export function queueEffects(parts: EffectParts) {
  const { api, store, wallNow } = parts;
  return {
    joinQueue: joinQueueEffect(parts),
    watchLine: watchLineEffect(parts),
    claimRedirect: fromPromise(async ({ input }: { input: { readonly slug: string } }) => {
      const at = wallNow();
      const last = store.read(lastRedirectKey, input.slug);
      const age = last === null ? Number.POSITIVE_INFINITY : at - last;
      if (age >= 0 && age < timings.redirectDebounce) return false;
      store.write(lastRedirectKey, at, input.slug);
      return true;
    }),
    exitQueue: fromPromise(async ({ signal }) =>
      mapResult(await api.call(exitSession, { signal }), () => null),
    ),
  } satisfies Partial<typeof queuePorts>;
}
