import { isDeepStrictEqual } from 'node:util';
import type { FormAnswer } from '../../../contract/forms.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import type { FilledForm } from './fill-forms.ts';

/** The answers of one form as the table keeps them. */
export type StoredAnswers = {
  form_id: string;
  ticket_id: string | null;
  position: number;
  answers: Record<string, FormAnswer>;
};

/** All answers of an order, or those of some forms. */
export function storedAnswers(
  q: Queryable,
  orderId: string,
  formIds: readonly string[] | null = null,
): Promise<StoredAnswers[]> {
  return q.query<StoredAnswers>(
    `select form_id, ticket_id, position, answers from attendee_answers
     where order_id = $1 and ($2::text[] is null or form_id = any($2::text[]))`,
    [orderId, formIds],
  );
}

/** Stores filled forms of an order that has no answers to them. */
export async function storeAnswers(
  tx: Tx,
  orderId: string,
  filled: readonly FilledForm[],
): Promise<void> {
  for (const form of filled) {
    await tx.query(
      `insert into attendee_answers (order_id, form_id, ticket_id, position, answers)
       values ($1, $2, $3, $4, $5::jsonb)`,
      [orderId, form.formId, form.ticketId, form.position, JSON.stringify(form.answers)],
    );
  }
}

/** True if exactly these forms are stored, with the same answers. */
export function isStored(filled: readonly FilledForm[], stored: readonly StoredAnswers[]): boolean {
  if (stored.length !== filled.length) return false;
  return filled.every((form) => {
    const match = stored.find(
      (row) => row.form_id === form.formId && row.position === form.position,
    );
    return (
      match !== undefined &&
      match.ticket_id === form.ticketId &&
      isDeepStrictEqual(match.answers, form.answers)
    );
  });
}
