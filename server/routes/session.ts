import { calls } from '../../contract/call/calls.ts';
import { createJoins } from '../domain/session/joins.ts';
import type { ViewRow } from '../domain/session/session-reads.ts';
import { answerSession, exitSession } from '../domain/session/sessions.ts';
import { setTurnPush } from '../domain/session/turn-pushes.ts';
import { isUseDue } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import type { ReadSignedIn, Routes } from '../http/serve.ts';
import { shareSubjects } from '../limits/share-subjects.ts';
import { secretHash } from '../secrets/secret-hash.ts';
import { forEvent, throughLane } from '../services.ts';

/** The purchase session and its queue (§7). */
export const routes: Routes = (serve, services) => {
  const reading = throughLane(services, 'read');
  // The event is unknown until the session has been read.
  const leaving = throughLane(services, 'buy', 'exits');

  const joins = createJoins((slug) => forEvent(services, slug));
  const readSignedIn: ReadSignedIn<ViewRow | null> = async (sessionId) => {
    if (sessionId === null) return null;
    const found = await services.sessionReads.bySignIn(secretHash(sessionId));
    if (found === null) return null;
    const { caller, row, lastSeenAt } = found;
    const now = services.clock.now();
    if (isUseDue(lastSeenAt, now)) services.contacts.ofSignIn(caller.sessionHash, now);
    return { caller, beside: row };
  };

  serve<typeof calls.session, ViewRow | null>(
    calls.session,
    async ({ beside: row, query }) => ({
      data: await answerSession(reading, row, query.device ?? null),
    }),
    readSignedIn,
  );

  serve(calls.exitSession, async ({ caller, request }) => ({
    message: 'Session ended',
    data: await exitSession(leaving, { accountId: caller.id, ...originOf(request) }),
  }));

  serve(calls.setTurnPush, async ({ caller, body }) => ({
    data: { is_on: await setTurnPush(leaving, caller.id, body.subscription) },
  }));

  serve<typeof calls.joinQueue, ViewRow | null>(
    calls.joinQueue,
    async ({ beside: before, caller, params, body, request, visitor }) => ({
      data: await joins.join(params.slug, {
        actor: {
          accountId: caller.id,
          subjects: shareSubjects(services.config, visitor),
          ...originOf(request),
        },
        device: { id: body.device ?? null, takeOver: body.take_over },
        presaleCode: body.presale_code ?? null,
        before,
      }),
    }),
    readSignedIn,
  );
};
