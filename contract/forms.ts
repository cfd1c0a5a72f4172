import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { wholeList } from './call/whole-list.ts';
import { atMost, emailSchema, eventParams, openEnum, phoneSchema } from './fields.ts';
import { maxSeatsPerOrder } from './limits.ts';

/** A form answer: text, or the selected values of a checkbox group. */
export const formAnswerSchema = z.union([
  z.string().check(atMost(4000, 'Answer is too long')),
  z
    .array(z.string().check(atMost(400, 'Answer is too long')))
    .check(z.maxLength(50, 'Too many choices')),
]);
/** A form answer: text, or the selected values of a checkbox group. */
export type FormAnswer = z.infer<typeof formAnswerSchema>;

type AnswerCheck = (answer: FormAnswer, choices: readonly FormAnswer[]) => boolean;

const isText: AnswerCheck = (answer) => typeof answer === 'string';
const isChoice: AnswerCheck = (answer, choices) => choices.includes(answer);

function isDate(answer: FormAnswer): boolean {
  if (typeof answer !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(answer)) return false;
  const day = new Date(`${answer}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(answer);
}

/** The valid form answers of each field type (§3). */
const answerChecks = {
  text: isText,
  email: (answer) => emailSchema.safeParse(answer).success,
  phone: (answer) => phoneSchema.safeParse(answer).success,
  textarea: isText,
  select: isChoice,
  radio: isChoice,
  checkbox: (answer, choices) =>
    choices.length === 0 || [answer].flat().every((value) => choices.includes(value)),
  date: isDate,
} satisfies Readonly<Record<string, AnswerCheck>>;

/** Type of a form field (§3). */
export type FieldType = keyof typeof answerChecks;
/** Types of form field (§3). An unknown type is shown as text. */
export const fieldTypes = Object.keys(answerChecks) as [FieldType, ...FieldType[]];

/** One field of a form (§3). */
export const formFieldSchema = z.object({
  id: z.string(),
  field_key: z.string(),
  field_type: openEnum(fieldTypes),
  label: z.string(),
  placeholder: z.nullable(z.string()),
  help_text: z.nullable(z.string()),
  is_required: z.boolean(),
  condition_type: z.string(),
  condition_target: z.nullable(z.string()),
  display_order: z.number(),
  options: z.array(
    z.object({ id: z.string(), label: z.string(), value: z.string(), display_order: z.number() }),
  ),
});
/** One field of a form (§3). */
export type FormField = z.infer<typeof formFieldSchema>;

/** One form: filled in per ticket (`ask_all`) or once per order (§3). */
export const eventFormSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  ask_all: z.boolean(),
  is_active: z.boolean(),
  // With a field missing, the order would lack a form answer that the organiser needs.
  fields: wholeList(z.array(formFieldSchema)),
});
/** One form of an event (§3). */
export type EventForm = z.infer<typeof eventFormSchema>;

/** True for a valid form answer of the field; a field of unknown type takes any text. */
export function isValidAnswer({ field_type, options }: FormField, answer: FormAnswer): boolean {
  const check = field_type === 'unknown' ? isText : answerChecks[field_type];
  return check(
    answer,
    options.map(({ value }) => value),
  );
}

/** Names that would reach into an object's prototype; never used as keys (rulings 1.3-D, 1.2-AD). */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Form answers of one form keyed by field_key and also by label; field_key wins, forbidden names are dropped (ruling 1.2-AD). `answers` is
 * keyed by field_key; a missing form answer is sent as an empty string (§5).
 */
export function formDataOf(
  fields: readonly FormField[],
  answers: Readonly<Record<string, FormAnswer | undefined>>,
): Record<string, FormAnswer> {
  const data: Record<string, FormAnswer> = Object.create(null);
  for (const field of fields) {
    if (!forbiddenKeys.has(field.label)) data[field.label] = answers[field.field_key] ?? '';
  }
  for (const field of fields) {
    if (!forbiddenKeys.has(field.field_key)) {
      data[field.field_key] = answers[field.field_key] ?? '';
    }
  }
  return data;
}

/** True for a field that the form shows: only 'always' is known (§3). */
export function isAsked(field: FormField): boolean {
  return field.condition_type === 'always';
}

/** True for an empty form answer. */
export function isBlank(answer: FormAnswer | undefined): boolean {
  if (answer === undefined) return true;
  return typeof answer === 'string' ? answer.trim() === '' : answer.length === 0;
}

/** GET /event/{slug}/forms (§7). */
export const eventForms = defineCall({
  method: 'GET',
  path: '/event/{slug}/forms',
  summary: 'Attendee forms of an event, inactive ones included',
  access: 'verified',
  params: eventParams,
  refusals: { eventNotFound: 404 },
  answer: wholeList(z.array(eventFormSchema)),
});

/** The most forms of one order. */
const maxForms = 40;
/** The most keys of one filled form: a field appears under its key and under its label (ruling 1.2-AD). */
const maxFormKeys = 200;

const hasAtMost = (keys: number, words: string) =>
  z.refine<Readonly<Record<string, unknown>>>(
    (record) => Object.keys(record).length <= keys,
    words,
  );

/** Form answers of a whole order, keyed by form id (§7): a form is filled in once per ticket, or once for the order. */
export const formSubmissionsSchema = z
  .record(
    z.string().check(atMost(80)),
    z
      .array(
        z.object({
          ticket_id: z.nullable(z.string().check(atMost(80))),
          form_data: z
            .record(z.string().check(atMost(400)), formAnswerSchema)
            .check(hasAtMost(maxFormKeys, 'Too many answers')),
        }),
      )
      .check(z.maxLength(maxSeatsPerOrder, 'Too many tickets')),
  )
  .check(hasAtMost(maxForms, 'Too many forms'));
/** Form answers of a whole order, keyed by form id (§7). */
export type FormSubmissions = z.infer<typeof formSubmissionsSchema>;
