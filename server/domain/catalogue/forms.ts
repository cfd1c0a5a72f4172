import { calls } from '../../../contract/call/calls.ts';
import { type EventForm, eventFormSchema } from '../../../contract/forms.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';

const refuse = refuseFor(calls.eventForms);

/**
 * Forms that the purchase asks, in their order, inactive ones included, fields and options in display order (§3); later forms are asked on the
 * ticket. Refuses with 404 'Event not found'.
 */
export async function listForms(q: Queryable, slug: string): Promise<EventForm[]> {
  const [event] = await q.query<{ id: string }>('select id from events where slug = $1', [slug]);
  if (event === undefined) throw refuse('eventNotFound');
  const rows = await q.query(
    `select ${formColumns} from forms where event_id = $1 and not later order by position, id`,
    [event.id],
  );
  return rows.map(formOf);
}

/** The columns of a form that `formOf` reads. */
export const formColumns = 'id, name, description, ask_all, is_active, fields';

/** A stored form with its fields and options in display order. */
export function formOf(row: object): EventForm {
  const form = eventFormSchema.parse(row);
  const fields = form.fields.map((field) => ({ ...field, options: inOrder(field.options) }));
  return { ...form, fields: inOrder(fields) };
}

function inOrder<T extends { display_order: number }>(entries: readonly T[]): T[] {
  return [...entries].sort((a, b) => a.display_order - b.display_order);
}
