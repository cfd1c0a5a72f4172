import { calls } from '../../contract/call/calls.ts';
import { exitSession, joinQueue, readSession } from '../domain/session/sessions.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { shareSubjects } from '../limits/share-subjects.ts';
import { forEvent, throughLane } from '../services.ts';

/** The purchase session and its queue (§7). */
export const routes: Routes = (serve, services) => {
  const reading = throughLane(services, 'read');
  // The event is unknown until the session has been read.
  const leaving = throughLane(services, 'buy', 'exits');

  serve(calls.session, async ({ caller, query }) => ({
    data: await readSession(reading, caller.id, query.device ?? null),
  }));

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
