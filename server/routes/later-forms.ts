import { calls } from '../../contract/call/calls.ts';
import { readLaterForms, saveLaterForms } from '../domain/later/later-forms.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { throughLane } from '../services.ts';

/** Forms that buyers fill in after paying (decision 098). */
export const routes: Routes = (serve, services) => {
  const reading = throughLane(services, 'read');

  serve(calls.laterForms, async ({ caller, params }) => ({
    data: await readLaterForms(reading, caller.id, params.orderCode),
  }));

  serve(calls.saveLaterForms, async ({ caller, params, body, request }) => ({
    message: 'Attendee details saved',
    data: await saveLaterForms(
      services,
      { accountId: caller.id, ...originOf(request) },
      params.orderCode,
      body.form_submissions,
    ),
  }));
};
