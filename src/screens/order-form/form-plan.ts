import type { User } from '../../../contract/account.ts';
import {
  answerMistake,
  askedFields,
  type EventForm,
  type FormAnswer,
  type FormField,
  type FormSubmissions,
  formDataOf,
  isAskable,
  isBlank,
} from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Locale } from '../../../contract/texts/locale.ts';
import type { FormAnswers } from '../../app/flows/form-answers.ts';
import { longDate, parseInstant } from '../../text/format.ts';

/** A field with its form. */
export interface PlannedField {
  readonly form: EventForm;
  readonly field: FormField;
}

/** The fields in their order: those per ticket, and those per order. */
export interface FormPlan {
  readonly perTicket: readonly PlannedField[];
  readonly general: readonly PlannedField[];
}

/** One ticket of the draft; without seats there is no id and no seat number. */
export interface PlannedTicket {
  readonly id: string | null;
  readonly seatNumber: string;
  /** True for a standing place, which has no number. */
  readonly isStanding: boolean;
  readonly category: string;
}

/** Values of the form, at the index of their field in the plan. */
export interface FormValues {
  tickets: FormAnswer[][];
  general: FormAnswer[];
}

/** Path of a form answer among the values. */
export type AnswerPath = `tickets.${number}.${number}` | `general.${number}`;

/** One problem that prevents the submission. */
export interface FormProblem {
  readonly path: AnswerPath;
  readonly kind: 'required' | NonNullable<ReturnType<typeof answerMistake>>;
  readonly field: FormField;
  /** Number of the ticket from 1; null for an answer of the whole order. */
  readonly ticket: number | null;
}

function fieldsOf(forms: readonly EventForm[], perTicket: boolean): PlannedField[] {
  return forms
    .filter((form) => form.is_active && form.ask_all === perTicket)
    .flatMap((form) =>
      form.fields
        .filter(isAskable)
        .sort((a, b) => a.display_order - b.display_order)
        .map((field) => ({ form, field })),
    );
}

/** The fields of the active forms (§3.40); fields with an unknown condition are left out (§2.252). */
export function planOf(forms: readonly EventForm[]): FormPlan {
  return { perTicket: fieldsOf(forms, true), general: fieldsOf(forms, false) };
}

/** The fields that the current answers make their forms ask. */
export function askedOf(
  fields: readonly PlannedField[],
  answers: readonly FormAnswer[] | undefined,
): ReadonlySet<FormField> {
  const asked = [...new Set(fields.map(({ form }) => form))].map((form) =>
    askedFields(form.fields, answersByKey(form, fields, answers)),
  );
  return new Set(asked.flat());
}

function answersByKey(
  form: EventForm,
  fields: readonly PlannedField[],
  answers: readonly FormAnswer[] | undefined,
): Record<string, FormAnswer | undefined> {
  const byKey: Record<string, FormAnswer | undefined> = Object.create(null);
  for (const [at, planned] of fields.entries()) {
    if (planned.form.id === form.id) byKey[planned.field.field_key] = answers?.[at];
  }
  return byKey;
}

/** The tickets of a draft; at least one (§5.46). */
export function ticketsOf(draft: DraftResponse): readonly PlannedTicket[] {
  const tickets = draft.order_data.items.flatMap((item) =>
    item.seats.length > 0
      ? item.seats.map((seat) => ({
          id: seat.ticket_id === '' ? null : seat.ticket_id,
          seatNumber: seat.seat_number,
          isStanding: item.standing === true,
          category: item.category_name,
        }))
      : Array.from({ length: item.quantity }, () => ({
          id: null,
          seatNumber: '',
          isStanding: item.standing === true,
          category: item.category_name,
        })),
  );
  return tickets.length > 0
    ? tickets
    : [{ id: null, seatNumber: '', isStanding: false, category: '' }];
}

/** True for a field whose answer is a list. */
export function isList(field: FormField): boolean {
  return field.field_type === 'checkbox';
}

/** What a text field is called, in its key or its label, that asks for a part of the name of the person alone. */
const nameFields = new Map<string, 'name' | 'firstName' | 'lastName'>([
  ['name', 'name'],
  ['full_name', 'name'],
  ['fullname', 'name'],
  ['your_name', 'name'],
  ['attendee_name', 'name'],
  ['nama', 'name'],
  ['nama_lengkap', 'name'],
  ['nama_anda', 'name'],
  ['nama_peserta', 'name'],
  ['nama_pemesan', 'name'],
  ['nama_pemegang_tiket', 'name'],
  ['first_name', 'firstName'],
  ['firstname', 'firstName'],
  ['nama_depan', 'firstName'],
  ['last_name', 'lastName'],
  ['lastname', 'lastName'],
  ['nama_belakang', 'lastName'],
]);

/** Words of a field that asks about another person or body than the buyer. */
const ofOthers = /darurat|emergency|wali|parent|guardian|pendamping|companion|kantor|office|compan/;

/** What the account knows for a field of the first ticket or of the order: name, e-mail address or phone number; blank for anything else. */
export function profileAnswer(field: FormField, user: User | null): string {
  const called = (name: string) =>
    name
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.join('_') ?? '';
  const key = called(field.field_key);
  const label = called(field.label);
  if (user === null || ofOthers.test(`${key} ${label}`)) return '';
  if (field.field_type === 'email') return user.email;
  if (field.field_type === 'phone') return user.phoneNumber;
  const part =
    field.field_type === 'text' ? (nameFields.get(key) ?? nameFields.get(label)) : undefined;
  return part === undefined ? '' : user[part];
}

type Stored = Readonly<Record<string, FormAnswer>> | undefined;

function storedAnswer(field: FormField, stored: Stored): FormAnswer | undefined {
  const answer = stored?.[field.id];
  return answer !== undefined && Array.isArray(answer) === isList(field) ? answer : undefined;
}

/** Initial values of the form: the stored input from before a reload, even if blank, else what the account knows (F03). */
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
      ({ field }) =>
        storedAnswer(field, stored?.dynamicFields) ?? (profileAnswer(field, user) || blank(field)),
    ),
  };
}

const keyed = (fields: readonly PlannedField[], answers: readonly FormAnswer[] | undefined) =>
  Object.fromEntries(fields.map(({ field }, at) => [field.id, answers?.[at] ?? '']));

/** Values of the form for this browser's storage, by field id. */
export function storedOf(plan: FormPlan, values: FormValues): FormAnswers {
  return {
    dynamicFields: keyed(plan.general, values.general),
    ticketHolderForms: values.tickets.map((answers) => keyed(plan.perTicket, answers)),
    additionalBuyers: [],
  };
}

function problemOf(field: FormField, answer: FormAnswer | undefined): FormProblem['kind'] | null {
  if (answer === undefined || isBlank(answer)) return field.is_required ? 'required' : null;
  return answerMistake(field, answer);
}

/** Every missing or invalid value, in the order of the page (§5.40). */
export function problemsOf(plan: FormPlan, values: FormValues): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  const check = (
    fields: readonly PlannedField[],
    answers: readonly FormAnswer[],
    place: (at: number) => AnswerPath,
    ticket: number | null,
  ) => {
    const asked = askedOf(fields, answers);
    for (const [at, { field }] of fields.entries()) {
      const kind = asked.has(field) ? problemOf(field, answers[at]) : null;
      if (kind !== null) problems.push({ path: place(at), kind, field, ticket });
    }
  };
  for (const [ticket, answers] of values.tickets.entries()) {
    check(plan.perTicket, answers, (at) => `tickets.${ticket}.${at}`, ticket + 1);
  }
  check(plan.general, values.general, (at) => `general.${at}`, null);
  return problems;
}

/** Form answers for the call, by form (§7.74); fields that are not shown are sent as empty strings (§5.42). */
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
    const byKey = answersByKey(form, fields, answers);
    const asked = askedOf(fields, answers);
    for (const field of form.fields) if (!asked.has(field)) byKey[field.field_key] = '';
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

/** A form answer as readable text: labels of the chosen options, a date in words. */
export function readableAnswer(
  field: FormField,
  answer: FormAnswer | undefined,
  locale: Locale,
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
