import { calls } from '../../contract/call/calls.ts';
import { listForms } from '../domain/catalogue/forms.ts';
import type { Routes } from '../http/serve.ts';

/** Attendee forms of an event (§7). */
export const routes: Routes = (serve, { db }) => {
  serve(calls.eventForms, async ({ params }) => ({ data: await listForms(db, params.slug) }));
};
