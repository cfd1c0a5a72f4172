import { calls } from '../../contract/call/calls.ts';
import {
  joinWaitingList,
  leaveWaitingList,
  readWaitingList,
} from '../domain/waiting/waiting-list.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { shareSubjects } from '../limits/share-subjects.ts';
import { forEvent, throughLane } from '../services.ts';

/** The waiting list of a sold-out event (decision 056). */
export const routes: Routes = (serve, services) => {
  const reading = throughLane(services, 'read');

  serve(calls.waitingList, async ({ caller, params }) => ({
    data: await readWaitingList(reading, caller.id, params.slug),
  }));

  serve(calls.joinWaitingList, async ({ caller, params, body, request, visitor }) => ({
    data: await joinWaitingList(
      forEvent(services, params.slug),
      {
        accountId: caller.id,
        subjects: shareSubjects(services.config, visitor),
        ...originOf(request),
      },
      params.slug,
      body.wanted,
    ),
  }));

  serve(calls.leaveWaitingList, async ({ caller, params, request }) => ({
    data: await leaveWaitingList(
      forEvent(services, params.slug),
      { accountId: caller.id, ...originOf(request) },
      params.slug,
    ),
  }));
};
