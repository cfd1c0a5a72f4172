import type { EventForm } from '../../../contract/forms.ts';
import type { DemoEvent } from './samples.ts';

/** The attendee forms of a sample event (§3). */
export function formsOf(event: DemoEvent): EventForm[] {
  return event.forms.map((form, number) => {
    const id = `${event.slug}-form-${number + 1}`;
    return {
      id,
      name: form.name,
      description: form.description,
      ask_all: form.askAll,
      is_active: form.isActive,
      fields: form.fields.map((field, index) => ({
        id: `${id}-${field.fieldKey}`,
        field_key: field.fieldKey,
        field_type: field.fieldType,
        label: field.label,
        placeholder: field.placeholder,
        help_text: field.helpText,
        is_required: field.isRequired,
        condition_type: 'always',
        condition_target: null,
        display_order: index + 1,
        options: field.options.map((option, place) => ({
          id: `${id}-${field.fieldKey}-${place + 1}`,
          ...option,
          display_order: place + 1,
        })),
      })),
    };
  });
}
