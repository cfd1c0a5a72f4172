import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { wholeList } from './call/whole-list.ts';
import { atMost, emailSchema, eventParams, openEnum, phoneSchema } from './fields.ts';
import { maxSeatsPerOrder, maxTicketsPerOrder } from './limits.ts';
import { compilePattern, type Matcher, patternMistake } from './pattern.ts';
import { hasControls, manyLines, oneLine, visible, visibleText } from './texts/visible-text.ts';

/** A form answer: text, or the selected values of a checkbox group. */
export const formAnswerSchema = z.union(
  [
    z.string().check(visible(), z.maxLength(4000), manyLines()),
    z.array(z.string().check(visible(), z.maxLength(400), oneLine())).check(z.maxLength(50)),
  ],
  { error: 'An answer is too long or has control characters' },
);
/** A form answer: text, or the selected values of a checkbox group. */
export type FormAnswer = z.infer<typeof formAnswerSchema>;

type AnswerCheck = (answer: FormAnswer, choices: readonly FormAnswer[]) => boolean;

const isText: AnswerCheck = (answer) => typeof answer === 'string';
const isLine: AnswerCheck = (answer) => typeof answer === 'string' && !hasControls(answer);
const isChoice: AnswerCheck = (answer, choices) =>
  typeof answer === 'string' && choices.includes(visibleText(answer));

function isDate(answer: FormAnswer): boolean {
  if (typeof answer !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(answer)) return false;
  const day = new Date(`${answer}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(answer);
}

/**
 * True for a NIK, the number of an identity card (KTP): 16 digits with the region, the date of birth as DDMMYY (40 is added to the day of a
 * woman) and a serial number above 0.
 */
function isNik(answer: FormAnswer): boolean {
  if (typeof answer !== 'string') return false;
  const parts = /^[1-9]\d{5}(\d{2})(\d{2})\d{2}(\d{4})$/.exec(answer.trim());
  if (parts === null) return false;
  const [day = 0, month = 0, serial = 0] = parts.slice(1).map(Number);
  // The century is unknown: a leap year allows 29 February.
  const lastDay = new Date(Date.UTC(2000, month, 0)).getUTCDate();
  const dayOfBirth = day > 40 ? day - 40 : day;
  return month >= 1 && month <= 12 && dayOfBirth >= 1 && dayOfBirth <= lastDay && serial > 0;
}

/** The valid form answers of each field type (§3.41; `nik` is our own). */
const answerChecks = {
  text: isLine,
  email: (answer) => emailSchema.safeParse(answer).success,
  phone: (answer) => phoneSchema.safeParse(answer).success,
  textarea: isText,
  select: isChoice,
  radio: isChoice,
  checkbox: (answer, choices) =>
    choices.length === 0 || [answer].flat().every((value) => isChoice(value, choices)),
  date: isDate,
  nik: isNik,
} satisfies Readonly<Record<string, AnswerCheck>>;

/** Type of a form field (§3.41). */
export type FieldType = keyof typeof answerChecks;
/** Types of form field (§3.41). An unknown type is shown as text. */
export const fieldTypes = Object.keys(answerChecks) as [FieldType, ...FieldType[]];

/** One field of a form (§3.40). */
export const formFieldSchema = z.object({
  id: z.string(),
  field_key: z.string(),
  field_type: openEnum(fieldTypes),
  label: z.string(),
  placeholder: z.nullable(z.string()),
  help_text: z.nullable(z.string()),
  is_required: z.boolean(),
  /** 'always', or 'answer_is': asked where the answer of `condition_target` in the same form is one of `condition_values`. */
  condition_type: z.string(),
  /** The `field_key` of another field of the form. */
  condition_target: z.nullable(z.string()),
  condition_values: z.optional(z.array(z.string())),
  display_order: z.number(),
  /** Fewest and most characters of a form answer that is text. */
  min_length: z.optional(z.number()),
  max_length: z.optional(z.number()),
  /** Regular expression that a whole text answer matches, and the sentence that tells a buyer so. */
  pattern: z.optional(z.string()),
  pattern_hint: z.optional(z.string()),
  /** First and last day of a date, as 2026-03-07; the last may be `today`. */
  first_day: z.optional(z.string()),
  last_day: z.optional(z.string()),
  options: z.array(
    z.object({ id: z.string(), label: z.string(), value: z.string(), display_order: z.number() }),
  ),
});
/** One field of a form (§3.40). */
export type FormField = z.infer<typeof formFieldSchema>;

/** One form: filled in per ticket (`ask_all`) or once per order (§3.40). */
export const eventFormSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  ask_all: z.boolean(),
  is_active: z.boolean(),
  // With a field missing, the order would lack a form answer that the organiser needs.
  fields: wholeList(z.array(formFieldSchema)),
});
/** One form of an event (§3.40). */
export type EventForm = z.infer<typeof eventFormSchema>;

/** Most characters of an answer with a pattern: with the size of the pattern it bounds the time of a match. */
export const maxPatternAnswer = 2_000;

/** Compiled patterns by their text; null for one that is switched off because it does not compile. */
const matchers = new Map<string, Matcher | null>();
const mostMatchers = 500;

/** True where a whole text matches the pattern of a field; a pattern that does not compile accepts every text. */
function matches(pattern: string, text: string): boolean {
  let matcher = matchers.get(pattern);
  if (matcher === undefined) {
    if (matchers.size >= mostMatchers) matchers.clear();
    matcher = patternMistake(pattern) === null ? compilePattern(pattern) : null;
    matchers.set(pattern, matcher);
  }
  return matcher === null || matcher(text);
}

/** The most characters of a text answer of the field; null without a limit of its own. */
export function maxLengthOf({ max_length, pattern }: FormField): number | null {
  const limits = [max_length, pattern === undefined ? undefined : maxPatternAnswer];
  const least = Math.min(...limits.filter((limit) => limit !== undefined));
  return Number.isFinite(least) ? least : null;
}

/** The day in the east of Indonesia, where it begins first. */
const today = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);

/** First and last day of a date field, as 2026-03-07: its own, otherwise from 1900, and for a date of birth up to today. */
export function daysOf({ field_key, label, first_day, last_day }: FormField): [string, string] {
  const isBirth = /lahir|birth/i.test(`${field_key} ${label}`);
  const last = last_day ?? (isBirth ? 'today' : '2100-12-31');
  return [first_day ?? '1900-01-01', last === 'today' ? today() : last];
}

/** The mistake of a form answer that is not blank; null for a valid one. A field of unknown type takes any text. */
export function answerMistake(
  field: FormField,
  answer: FormAnswer,
): 'type' | 'day' | 'short' | 'long' | 'pattern' | null {
  const { field_type, options, min_length, pattern } = field;
  const check = field_type === 'unknown' ? isLine : answerChecks[field_type];
  const choices = options.map(({ value }) => visibleText(value));
  if (!check(answer, choices)) return 'type';
  if (typeof answer !== 'string') return null;
  const [first, last] = daysOf(field);
  if (field_type === 'date' && (answer < first || answer > last)) return 'day';
  if (min_length !== undefined && answer.length < min_length) return 'short';
  if (answer.length > (maxLengthOf(field) ?? Number.POSITIVE_INFINITY)) return 'long';
  return pattern === undefined || matches(pattern, answer) ? null : 'pattern';
}

/** Names that would reach into an object's prototype; never used as keys (§5.43). */
export const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Form answers of one form keyed by field_key and also by label; field_key wins, forbidden names are dropped (§5.43). `answers` is
 * keyed by field_key; a missing form answer is sent as an empty string (§5.42).
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

/** True for a field that the form may ask: one whose condition this build knows (§3.40, §2.252). */
export function isAskable({ condition_type }: FormField): boolean {
  return condition_type === 'always' || condition_type === 'answer_is';
}

/**
 * The fields of one form that its answers, keyed by `field_key`, make it ask. A field whose condition names a field that is unknown, not asked
 * itself, or dependent on this one is not asked.
 */
export function askedFields(
  fields: readonly FormField[],
  answers: Readonly<Record<string, FormAnswer | undefined>>,
): FormField[] {
  const byKey = new Map(fields.map((field) => [field.field_key, field]));
  const isAsked = (field: FormField, dependants: readonly FormField[]): boolean => {
    if (field.condition_type === 'always') return true;
    const target = byKey.get(field.condition_target ?? '');
    if (!isAskable(field) || target === undefined || dependants.includes(target)) return false;
    const { field_key: key } = target;
    const given = Object.hasOwn(answers, key) ? [answers[key] ?? ''].flat().map(visibleText) : [];
    const isMet =
      field.condition_values?.some((value) => given.includes(visibleText(value))) === true;
    return isMet && isAsked(target, [...dependants, field]);
  };
  return fields.filter((field) => isAsked(field, [field]));
}

/** True for an empty form answer. */
export function isBlank(answer: FormAnswer | undefined): boolean {
  if (answer === undefined) return true;
  return typeof answer === 'string' ? visibleText(answer) === '' : answer.length === 0;
}

/** GET /event/{slug}/forms (§7.48). */
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
/** The most keys of one filled form: a field appears under its key and under its label (§5.45). */
const maxFormKeys = 200;

const hasAtMost = (keys: number, words: string) =>
  z.refine<Readonly<Record<string, unknown>>>(
    (record) => Object.keys(record).length <= keys,
    words,
  );

const submissionsUpTo = (tickets: number) =>
  z
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
        .check(z.maxLength(tickets, 'Too many tickets')),
    )
    .check(hasAtMost(maxForms, 'Too many forms'));

/** Form answers of a whole order, keyed by form id (§7.74): a form is filled in once per ticket, or once for the order. */
export const formSubmissionsSchema = submissionsUpTo(maxSeatsPerOrder);
/** The same for a paid order, which may be a gift of more tickets than a purchase. */
export const laterSubmissionsSchema = submissionsUpTo(maxTicketsPerOrder);
/** Form answers of a whole order, keyed by form id (§7.74). */
export type FormSubmissions = z.infer<typeof formSubmissionsSchema>;
