import type { FormAnswer } from '../../../contract/forms.ts';
import type { LaterForms } from '../../../contract/ticket/later-forms.ts';
import type { FormAnswers } from '../../app/flows/form-answers.ts';
import type { PlannedTicket } from '../order-form/form-plan.ts';

/** The tickets of a paid order as the forms number them. */
export function plannedTickets({ tickets }: LaterForms): readonly PlannedTicket[] {
  return tickets.map(({ id, category_name, seat_number, standing }) => ({
    id,
    seatNumber: seat_number ?? '',
    isStanding: standing,
    category: category_name,
  }));
}

/** The stored answers by the id of their field, as the forms read the input of an earlier visit. */
export function storedLater({ answers, forms, tickets }: LaterForms): FormAnswers {
  const answersOf = (ticketId: string | null) => {
    const byField: Record<string, FormAnswer> = {};
    for (const { id, fields } of forms) {
      const filled = answers.find((row) => row.form_id === id && row.ticket_id === ticketId);
      for (const field of fields) {
        const answer = filled?.form_data[field.field_key];
        if (answer !== undefined) byField[field.id] = answer;
      }
    }
    return byField;
  };
  return {
    dynamicFields: answersOf(null),
    ticketHolderForms: tickets.map(({ id }) => answersOf(id)),
    additionalBuyers: [],
  };
}
