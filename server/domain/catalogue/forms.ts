import type { FastifyBaseLogger } from 'fastify';
import { calls } from '../../../contract/call/calls.ts';
import { type EventForm, eventFormSchema } from '../../../contract/forms.ts';
import { patternMistake } from '../../../contract/pattern.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';

const refuse = refuseFor(calls.eventForms);

/**
 * Forms that the purchase asks, in their order, inactive ones included, fields and options in display order (§3.40); later forms are asked on the
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

/** Names in the log every stored pattern that accepts all answers because it does not compile; runs at the start, never fails it, and returns how many. */
export async function nameUnusablePatterns(
  q: Queryable,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<number> {
  const fields = await q.query<{ slug: string; form: string; field: string; pattern: string }>(
    `select e.slug, f.name as form, x ->> 'field_key' as field, x ->> 'pattern' as pattern
     from forms f join events e on e.id = f.event_id, jsonb_array_elements(f.fields) x where x ? 'pattern'`,
  );
  let count = 0;
  for (const { slug, form, field, pattern } of fields) {
    const reason = patternMistake(pattern);
    if (reason === null) continue;
    count += 1;
    log.error({ event: slug, form, field, reason }, 'a pattern of a form is switched off');
  }
  return count;
}

function inOrder<T extends { display_order: number }>(entries: readonly T[]): T[] {
  return [...entries].sort((a, b) => a.display_order - b.display_order);
}
