import { calls } from '../../contract/call/calls.ts';
import type { DraftResponse } from '../../contract/order.ts';
import { cancelDraft, createDraft, readDraft } from '../domain/order/drafts.ts';
import { submitForms } from '../domain/order/drafts-forms.ts';
import { previewOrder } from '../domain/order/drafts-price.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { shareSubjects } from '../limits/share-subjects.ts';
import { forEvent, throughLane } from '../services.ts';

/** Prices, drafts and form answers (§7). */
export const routes: Routes = (serve, services) => {
  serve(calls.orderPreview, async ({ caller, params, body }) => ({
    data: {
      preview: await previewOrder(throughLane(services, 'read'), caller.id, params.slug, body),
    },
  }));

  serve(calls.createDraft, async ({ caller, params, body, request, visitor, keep }) => {
    const subjects = shareSubjects(services.config, visitor);
    const worded = (data: DraftResponse) => ({ message: 'Seats held', data });
    const data = await createDraft(
      forEvent(services, params.slug),
      { accountId: caller.id, subjects, ...originOf(request) },
      params.slug,
      body,
      {
        prove: (harder) => visitor.prove(harder),
        ...(keep === null ? {} : { keep: (tx, draft) => keep(tx, worded(draft)) }),
      },
    );
    return worded(data);
  });

  serve(calls.readDraft, async ({ caller, params }) => ({
    data: await readDraft(throughLane(services, 'read'), caller.id, params.slug),
  }));

  serve(calls.cancelDraft, async ({ caller, params, request }) => {
    await cancelDraft(
      forEvent(services, params.slug),
      { accountId: caller.id, ...originOf(request) },
      params.slug,
    );
    return { message: 'Draft cancelled', data: null };
  });

  serve(calls.submitForms, async ({ caller, params, body, request }) => ({
    message: 'Attendee details accepted',
    data: await submitForms(
      forEvent(services, params.slug),
      { accountId: caller.id, ...originOf(request) },
      params.slug,
      body.form_submissions,
    ),
  }));
};
