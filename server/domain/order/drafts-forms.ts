import { isDeepStrictEqual } from 'node:util';
import { calls } from '../../../contract/call/calls.ts';
import type { FieldError } from '../../../contract/call/envelope.ts';
import {
  answerMistake,
  askedFields,
  type EventForm,
  type FormAnswer,
  type FormField,
  type FormSubmissions,
  forbiddenKeys,
  isBlank,
} from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Tx } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceSession } from '../lifecycle/session.ts';
import { type Actor, isHonoured, lockLiveSession } from '../session/session-rows.ts';
import {
  draftAnswer,
  lockOrder,
  type OrderRow,
  type OrderSeat,
  orderSeats,
} from './drafts-view.ts';

const refuse = refuseFor(calls.submitForms);

/** One filled form: for one ticket, or for the whole order when `ticketId` is null. */
export interface FilledForm {
  readonly formId: string;
  readonly ticketId: string | null;
  readonly position: number;
  /** By field_key, only fields the form has; blank ones as an empty string (§5). */
  readonly answers: Readonly<Record<string, FormAnswer>>;
}

/**
 * Accepts the attendee answers (§7 form-submission, ruling 1.4-C): checks them against the event's active forms, keeps them, locks
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
      if (!(await isSame(tx, order.id, filled))) {
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
    `select id, name, description, ask_all, is_active, fields from forms
     where event_id = $1 and is_active order by position`,
    [eventId],
  );
}

/** Reads and checks every form that is asked; unknown forms and fields are left out. Throws 422 with one entry per problem, or for a ticket that is not of this order. */
export function fillForms(
  forms: readonly EventForm[],
  seats: readonly OrderSeat[],
  submissions: FormSubmissions,
): FilledForm[] {
  const errors: FieldError[] = [];
  const filled: FilledForm[] = [];
  const ticketIds = seats.map((seat) => seat.ticket_id);
  for (const form of forms) {
    const given = Object.hasOwn(submissions, form.id) ? (submissions[form.id] ?? []) : [];
    const stranger = given.find(
      (entry) => entry.ticket_id !== null && !ticketIds.includes(entry.ticket_id),
    );
    if (stranger !== undefined) {
      throw refuse('ticketNotInOrder');
    }
    const places = form.ask_all ? ticketIds : [null];
    for (const [position, ticketId] of places.entries()) {
      const entry =
        given.find((candidate) => ticketId !== null && candidate.ticket_id === ticketId) ??
        given.filter((candidate) => ticketId === null || candidate.ticket_id === null)[position];
      const suffix = form.ask_all ? ` for Ticket ${position + 1}` : '';
      const answers = readFields(form, entry?.form_data ?? {}, position, suffix, errors);
      filled.push({ formId: form.id, ticketId, position, answers });
    }
  }
  const [first] = errors;
  if (first !== undefined) throw refuse('formsInvalid', { sentence: first.message, errors });
  return filled;
}

function readFields(
  form: EventForm,
  data: Readonly<Record<string, FormAnswer>>,
  position: number,
  suffix: string,
  errors: FieldError[],
): Record<string, FormAnswer> {
  const fields = [...form.fields]
    .filter(({ field_key }) => !forbiddenKeys.has(field_key))
    .sort((a, b) => a.display_order - b.display_order);
  const answers = Object.fromEntries(
    fields.map((field) => [field.field_key, answerOf(field, data)]),
  );
  const asked = new Set(askedFields(fields, answers));
  for (const field of fields) {
    const { field_key: key, label } = field;
    const answer = answers[key] ?? '';
    // An answer that the buyer gave before the question was hidden is not kept.
    if (!asked.has(field)) answers[key] = '';
    else if (isBlank(answer) ? field.is_required : answerMistake(field, answer) !== null) {
      const problem = isBlank(answer)
        ? 'Please fill in the required field'
        : 'Please enter a valid answer';
      errors.push({
        message: `${problem}: ${label}${suffix}`,
        field: `${form.id}.${position}.${key}`,
      });
    }
  }
  return answers;
}

/** field_key wins over label (ruling 1.2-AD); only own properties count. */
function answerOf(field: FormField, data: Readonly<Record<string, FormAnswer>>): FormAnswer {
  for (const key of [field.field_key, field.label]) {
    if (!forbiddenKeys.has(key) && Object.hasOwn(data, key)) {
      const answer = data[key] ?? '';
      return typeof answer === 'string' ? answer.trim() : answer;
    }
  }
  return '';
}

async function storeAnswers(tx: Tx, orderId: string, filled: readonly FilledForm[]): Promise<void> {
  for (const form of filled) {
    await tx.query(
      `insert into attendee_answers (order_id, form_id, ticket_id, position, answers)
       values ($1, $2, $3, $4, $5::jsonb)`,
      [orderId, form.formId, form.ticketId, form.position, JSON.stringify(form.answers)],
    );
  }
}

async function isSame(tx: Tx, orderId: string, filled: readonly FilledForm[]): Promise<boolean> {
  const stored = await tx.query<{
    form_id: string;
    ticket_id: string | null;
    position: number;
    answers: Record<string, FormAnswer>;
  }>('select form_id, ticket_id, position, answers from attendee_answers where order_id = $1', [
    orderId,
  ]);
  if (stored.length !== filled.length) return false;
  return filled.every((form) => {
    const match = stored.find(
      (row) => row.form_id === form.formId && row.position === form.position,
    );
    return (
      match !== undefined &&
      match.ticket_id === form.ticketId &&
      isDeepStrictEqual(match.answers, form.answers)
    );
  });
}
