import type { FormField } from '../forms.ts';
import type { FolderForm } from './folder-event.ts';

type Fields = FolderForm['fields'];

/** Ids of the fields and options of one form; each reader numbers them its own way. */
interface FieldIds {
  field(field: Fields[number], index: number): string;
  option(field: Fields[number], index: number, place: number): string;
}

/** The fields of a form as the wire has them (§3.40). */
export function fieldsOf(form: FolderForm, ids: FieldIds): FormField[] {
  return form.fields.map((field, index) => ({
    id: ids.field(field, index),
    field_key: field.fieldKey,
    field_type: field.fieldType,
    label: field.label,
    placeholder: field.placeholder,
    help_text: field.helpText,
    is_required: field.isRequired,
    condition_type: field.showWhen === undefined ? 'always' : 'answer_is',
    condition_target: field.showWhen?.field ?? null,
    condition_values: field.showWhen?.is,
    min_length: field.minLength,
    max_length: field.maxLength,
    pattern: field.pattern,
    pattern_hint: field.patternHint,
    first_day: field.firstDay,
    last_day: field.lastDay,
    display_order: index + 1,
    options: field.options.map(({ label, value }, place) => ({
      id: ids.option(field, index, place),
      label,
      value,
      display_order: place + 1,
    })),
  }));
}
