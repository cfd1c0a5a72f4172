import {
  type EventForm,
  type FieldType,
  type FormAnswer,
  type FormField,
  type FormSubmissions,
  formDataOf,
} from '../contract/forms.ts';

/** A valid form answer of each type that plain text or the first option does not answer. */
const examples: { readonly [T in FieldType]?: (number: number) => string } = {
  email: (number) => `tamu${number}@contoh.id`,
  phone: () => '+6281234567890',
  date: () => '1995-04-21',
  nik: () => '3171016104950001',
};

/** A valid form answer of a field, for the attendee with the number. */
export function sampleAnswer({ field_type, options }: FormField, number: number): FormAnswer {
  const [first] = options;
  if (field_type === 'checkbox') return first === undefined ? 'ya' : [first.value];
  if (first !== undefined) return first.value;
  return (field_type !== 'unknown' && examples[field_type]?.(number)) || `Tamu ${number}`;
}

/** Valid answers to the active forms of an order with these tickets, for every ticket that a form is asked for. */
export function sampleSubmissions(
  forms: readonly EventForm[],
  tickets: readonly string[],
): FormSubmissions {
  return Object.fromEntries(
    forms
      .filter((form) => form.is_active)
      .map((form) => {
        const answers = Object.fromEntries(
          form.fields.map((field) => [field.field_key, sampleAnswer(field, 1)]),
        );
        const asked = form.ask_all ? tickets : [null];
        return [
          form.id,
          asked.map((ticket) => ({
            ticket_id: ticket,
            form_data: formDataOf(form.fields, answers),
          })),
        ];
      }),
  );
}
