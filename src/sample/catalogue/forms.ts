import { fieldsOf } from '../../../contract/event-folder/form-fields.ts';
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
      fields: fieldsOf(form, {
        field: ({ fieldKey }) => `${id}-${fieldKey}`,
        option: ({ fieldKey }, _, place) => `${id}-${fieldKey}-${place + 1}`,
      }),
    };
  });
}
