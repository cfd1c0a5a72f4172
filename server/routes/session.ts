import { calls } from '../../contract/call/calls.ts';
import type { ViewRow } from '../domain/session/session-reads.ts';
import { answerSession, exitSession, joinQueue } from '../domain/session/sessions.ts';
import { isUseDue, sessionHash } from '../http/caller.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { shareSubjects } from '../limits/share-subjects.ts';
import { forEvent, throughLane } from '../services.ts';

/** The purchase session and its queue (§7). */
export const routes: Routes = (serve, services) => {
  const reading = throughLane(services, 'read');
  // The event is unknown until the session has been read.
  const leaving = throughLane(services, 'buy', 'exits');

  serve<typeof calls.session, ViewRow | null>(
    calls.session,
    async ({ beside: row, query }) => ({
      data: await answerSession(reading, row, query.device ?? null),
    }),
    async (sessionId) => {
      if (sessionId === null) return null;
      const found = await services.sessionReads.bySignIn(sessionHash(sessionId));
      if (found === null) return null;
      const { caller, row, lastSeenAt } = found;
      const now = services.clock.now();
      if (isUseDue(lastSeenAt, now)) services.contacts.ofSignIn(caller.sessionHash, now);
      return { caller, beside: row };
    },
  );

  serve(calls.exitSession, async ({ caller, request }) => ({
    message: 'Session ended',
    data: await exitSession(leaving, { accountId: caller.id, ...originOf(request) }),
  }));

  serve(calls.joinQueue, async ({ caller, params, body, request, visitor }) => ({
    data: await joinQueue(
      forEvent(services, params.slug),
      {
        accountId: caller.id,
        subjects: shareSubjects(services.config, visitor),
        ...originOf(request),
      },
      params.slug,
      { id: body.device ?? null, takeOver: body.take_over },
      body.presale_code ?? null,
    ),
  }));
};
