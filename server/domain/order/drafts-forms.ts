import { calls } from '../../../contract/call/calls.ts';
import type { EventForm, FormSubmissions } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { formColumns } from '../catalogue/forms.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceSession } from '../lifecycle/session.ts';
import { type Actor, isHonoured, lockLiveSession } from '../session/session-rows.ts';
import { draftAnswer, lockOrder, type OrderRow, orderSeats } from './drafts-view.ts';
import { fillForms } from './fill-forms.ts';
import { isStored, storeAnswers, storedAnswers } from './stored-answers.ts';

const refuse = refuseFor(calls.submitForms);

/**
 * Accepts the attendee answers (§7.74, §4.3): checks them against the event's active forms, keeps them, locks
 * the draft and gives the session its time to choose a payment. The same answers again change nothing. Throws 403 without a draft,
 * 409 for other answers once locked, 422 naming each field that is missing or wrong.
 */
export async function submitForms(
  services: Services,
  actor: Actor,
  slug: string,
  submissions: FormSubmissions,
): Promise<DraftResponse> {
  const now = services.clock.now();
  return services.db.tx(async (tx) => {
    const session = await lockLiveSession(tx, actor.accountId);
    if (session === null || session.slug !== slug) throw refuse('draftRequired');
    const order = await lockOrder(tx, session.id);
    if (order === null || !isHonoured(session, now, services.config.graceSeconds)) {
      throw refuse('draftRequired');
    }
    const forms = await activeForms(tx, session.event_id);
    const filled = fillForms(forms, await orderSeats(tx, order.id), submissions);
    if (order.locked_at !== null) {
      if (!isStored(filled, await storedAnswers(tx, order.id))) {
        throw refuse('formsLocked');
      }
      return draftAnswer(tx, order, now);
    }
    const change = { at: now, by: actor };
    await storeAnswers(tx, order.id, filled);
    await advanceOrder(tx, order, 'formsAccepted', change, { locked_at: now });
    const { deadline } = await advanceSession(tx, services, session, 'formsAccepted', change);
    const locked: OrderRow = { ...order, locked_at: now, deadline };
    return draftAnswer(tx, locked, now);
  });
}

async function activeForms(tx: Tx, eventId: string): Promise<EventForm[]> {
  return tx.query<EventForm>(
    `select ${formColumns} from forms where event_id = $1 and is_active and not later order by position`,
    [eventId],
  );
}
