import { calls } from '../../contract/calls.ts';
import { exitSession, joinQueue, readSession } from '../domain/sessions.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';

/** The purchase session and its queue (§7). */
export const routes: Routes = (serve, services) => {
  serve(calls.session, async ({ caller, query }) => ({
    data: await readSession(services, caller.id, query.device ?? null),
  }));

  serve(calls.exitSession, async ({ caller, request }) => ({
    message: 'Session ended',
    data: await exitSession(services, { accountId: caller.id, ...originOf(request) }),
  }));

  serve(calls.joinQueue, async ({ caller, params, body, request }) => ({
    data: await joinQueue(services, { accountId: caller.id, ...originOf(request) }, params.slug, {
      id: body.device ?? null,
      takeOver: body.take_over,
    }),
  }));
};
