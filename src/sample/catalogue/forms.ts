import { fieldsOf } from '../../../contract/event-folder/form-fields.ts';
import type { EventForm } from '../../../contract/forms.ts';
import type { DemoEvent } from './samples.ts';

/** The attendee forms that the purchase of a sample event asks (§3.40). */
export function formsOf(event: DemoEvent): EventForm[] {
  return formsWhere(event, false);
}

/** The forms of a sample event that are asked after paying. */
export function laterFormsOf(event: DemoEvent): EventForm[] {
  return formsWhere(event, true).filter(({ is_active }) => is_active);
}

function formsWhere(event: DemoEvent, isLater: boolean): EventForm[] {
  return event.forms.flatMap((form, number) => {
    if ((form.later === true) !== isLater) return [];
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
