import type { User } from '../../../contract/account.ts';
import { emailSchema, phoneSchema } from '../../../contract/fields.ts';
import {
  type EventForm,
  type FormAnswer,
  type FormField,
  type FormSubmissions,
  formDataOf,
  isAsked,
  isBlank,
} from '../../../contract/forms.ts';
import type { DraftAnswer } from '../../../contract/order.ts';
import type { FormAnswers } from '../../app/flows/form-answers.ts';
import { longDate, parseInstant } from '../../text/format.ts';

/** A field with the form it stands in. */
export interface PlannedField {
  readonly form: EventForm;
  readonly field: FormField;
}

/** What is asked, in the order it is asked: once a ticket, and once for the order. */
export interface FormPlan {
  readonly perTicket: readonly PlannedField[];
  readonly general: readonly PlannedField[];
}

/** One ticket of the draft; without seats there is no id and no seat number. */
export interface PlannedTicket {
  readonly id: string | null;
  readonly seatNumber: string;
  readonly category: string;
}

/** The text of the form: answers stand at the place of their field in the plan. */
export interface FormValues {
  tickets: FormAnswer[][];
  general: FormAnswer[];
}

/** Where an answer stands among the values. */
export type AnswerPath = `tickets.${number}.${number}` | `general.${number}`;

/** One thing that keeps the form from being sent. */
export interface FormProblem {
  readonly path: AnswerPath;
  readonly kind: 'required' | 'email' | 'phone';
  readonly label: string;
  /** Counted from 1; null for an answer of the whole order. */
  readonly ticket: number | null;
}

function fieldsOf(forms: readonly EventForm[], perTicket: boolean): PlannedField[] {
  return forms
    .filter((form) => form.is_active && form.ask_all === perTicket)
    .flatMap((form) =>
      form.fields
        .filter(isAsked)
        .sort((a, b) => a.display_order - b.display_order)
        .map((field) => ({ form, field })),
    );
}

/** What the active forms ask (§3); fields under a condition we do not know are not shown (ruling 1.2-AC). */
export function planOf(forms: readonly EventForm[]): FormPlan {
  return { perTicket: fieldsOf(forms, true), general: fieldsOf(forms, false) };
}

/** The tickets of a draft; at least one (§5). */
export function ticketsOf(draft: DraftAnswer): readonly PlannedTicket[] {
  const tickets = draft.order_data.items.flatMap((item) =>
    item.seats.length > 0
      ? item.seats.map((seat) => ({
          id: seat.ticket_id === '' ? null : seat.ticket_id,
          seatNumber: seat.seat_number,
          category: item.category_name,
        }))
      : Array.from({ length: item.quantity }, () => ({
          id: null,
          seatNumber: '',
          category: item.category_name,
        })),
  );
  return tickets.length > 0 ? tickets : [{ id: null, seatNumber: '', category: '' }];
}

/** True for a field whose answer is a list. */
export function isList(field: FormField): boolean {
  return field.field_type === 'checkbox';
}

/** What the profile knows of a field of the first ticket: a name, an e-mail address, a phone number. */
export function profileAnswer(field: FormField, user: User | null): string {
  if (user === null) return '';
  if (field.field_type === 'email') return user.email;
  if (field.field_type === 'phone') return user.phoneNumber;
  if (field.field_type !== 'text') return '';
  const named = `${field.field_key} ${field.label}`.toLowerCase();
  if (/first.?name|nama.?depan/.test(named)) return user.firstName;
  if (/last.?name|nama.?belakang/.test(named)) return user.lastName;
  return /\b(full.?name|nama|name|nama_lengkap)\b/.test(named) ? user.name : '';
}

type Stored = Readonly<Record<string, FormAnswer>> | undefined;

function storedAnswer(field: FormField, stored: Stored): FormAnswer | undefined {
  const answer = stored?.[field.id];
  return answer !== undefined && Array.isArray(answer) === isList(field) ? answer : undefined;
}

/** The first text of the form: what was typed before a refresh, else what the profile knows (F03). */
export function initialValues(
  plan: FormPlan,
  tickets: number,
  stored: FormAnswers | null,
  user: User | null,
): FormValues {
  const blank = (field: FormField): FormAnswer => (isList(field) ? [] : '');
  return {
    tickets: Array.from({ length: tickets }, (_, ticket) =>
      plan.perTicket.map(({ field }) => {
        const kept = storedAnswer(field, stored?.ticketHolderForms[ticket]);
        if (kept !== undefined) return kept;
        return (ticket === 0 && profileAnswer(field, user)) || blank(field);
      }),
    ),
    general: plan.general.map(
      ({ field }) => storedAnswer(field, stored?.dynamicFields) ?? blank(field),
    ),
  };
}

const keyed = (fields: readonly PlannedField[], answers: readonly FormAnswer[] | undefined) =>
  Object.fromEntries(fields.map(({ field }, at) => [field.id, answers?.[at] ?? '']));

/** The text of the form as it is kept in this browser, by field id. */
export function storedOf(plan: FormPlan, values: FormValues): FormAnswers {
  return {
    dynamicFields: keyed(plan.general, values.general),
    ticketHolderForms: values.tickets.map((answers) => keyed(plan.perTicket, answers)),
    additionalBuyers: [],
  };
}

function problemOf(field: FormField, answer: FormAnswer | undefined): FormProblem['kind'] | null {
  if (isBlank(answer)) return field.is_required ? 'required' : null;
  if (field.field_type === 'email') return emailSchema.safeParse(answer).success ? null : 'email';
  if (field.field_type === 'phone') return phoneSchema.safeParse(answer).success ? null : 'phone';
  return null;
}

/** Everything that is missing or misspelt, in the order of the page (§5). */
export function problemsOf(plan: FormPlan, values: FormValues): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  const check = (
    fields: readonly PlannedField[],
    answers: readonly FormAnswer[],
    place: (at: number) => AnswerPath,
    ticket: number | null,
  ) => {
    for (const [at, { field }] of fields.entries()) {
      const kind = problemOf(field, answers[at]);
      if (kind !== null) problems.push({ path: place(at), kind, label: field.label, ticket });
    }
  };
  for (const [ticket, answers] of values.tickets.entries()) {
    check(plan.perTicket, answers, (at) => `tickets.${ticket}.${at}`, ticket + 1);
  }
  check(plan.general, values.general, (at) => `general.${at}`, null);
  return problems;
}

/** Answers as they are sent, by form (§7); what is not asked goes as an empty string (ruling 1.2-AC). */
export function submissionsOf(
  forms: readonly EventForm[],
  plan: FormPlan,
  tickets: readonly PlannedTicket[],
  values: FormValues,
): FormSubmissions {
  const answersOf = (
    form: EventForm,
    fields: readonly PlannedField[],
    answers: readonly FormAnswer[] | undefined,
  ) => {
    const byKey: Record<string, FormAnswer | undefined> = Object.create(null);
    for (const [at, planned] of fields.entries()) {
      if (planned.form.id === form.id) byKey[planned.field.field_key] = answers?.[at];
    }
    return formDataOf(form.fields, byKey);
  };
  const submissions: FormSubmissions = {};
  for (const form of forms) {
    submissions[form.id] = form.ask_all
      ? tickets.map((ticket, at) => ({
          ticket_id: ticket.id,
          form_data: answersOf(form, plan.perTicket, values.tickets[at]),
        }))
      : [{ ticket_id: null, form_data: answersOf(form, plan.general, values.general) }];
  }
  return submissions;
}

/** An answer as people read it: the labels of what was chosen, a day in words. */
export function readableAnswer(
  field: FormField,
  answer: FormAnswer | undefined,
  locale: 'id' | 'en',
): string {
  if (field.field_type === 'date' && typeof answer === 'string') {
    const day = parseInstant(answer);
    if (day !== null) return longDate(day, locale);
  }
  const label = (value: string) =>
    field.options.find((option) => option.value === value)?.label ?? value;
  if (answer === undefined) return '';
  return typeof answer === 'string' ? label(answer) : answer.map(label).join(', ');
}
