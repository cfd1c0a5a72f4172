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
import { refuseFor } from '../../http/refuse.ts';

const refuse = refuseFor(calls.submitForms, calls.saveLaterForms);

/** One filled form: for one ticket, or for the whole order when `ticketId` is null. */
export interface FilledForm {
  readonly formId: string;
  readonly ticketId: string | null;
  readonly position: number;
  /** By field_key, only fields the form has; blank ones as an empty string (§5.42). */
  readonly answers: Readonly<Record<string, FormAnswer>>;
}

/** Reads and checks every form that is asked; unknown forms and fields are left out. Throws 422 with one entry per problem, or for a ticket that is not of this order. */
export function fillForms(
  forms: readonly EventForm[],
  tickets: readonly { readonly ticket_id: string }[],
  submissions: FormSubmissions,
): FilledForm[] {
  const errors: FieldError[] = [];
  const filled: FilledForm[] = [];
  const ticketIds = tickets.map(({ ticket_id }) => ticket_id);
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

/** field_key wins over label (§5.43); only own properties count. */
function answerOf(field: FormField, data: Readonly<Record<string, FormAnswer>>): FormAnswer {
  for (const key of [field.field_key, field.label]) {
    if (!forbiddenKeys.has(key) && Object.hasOwn(data, key)) {
      const answer = data[key] ?? '';
      return typeof answer === 'string' ? answer.trim() : answer;
    }
  }
  return '';
}
