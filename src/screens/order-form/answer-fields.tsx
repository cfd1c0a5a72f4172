import { type Control, useWatch } from 'react-hook-form';
import { AnswerField } from './form-field.tsx';
import { askedOf, type FormValues, type PlannedField } from './form-plan.ts';
import styles from './order-form.module.css';

interface AnswerFieldsProps {
  readonly fields: readonly PlannedField[];
  readonly name: `tickets.${number}` | 'general';
  /** Number of the ticket from 1; null for the fields of the whole order. */
  readonly ticket: number | null;
  readonly control: Control<FormValues>;
}

/** The fields that the answers so far make the forms ask, each form under its name and description; the first ticket alone repeats those. */
export function AnswerFields({ fields, name, ticket, control }: AnswerFieldsProps) {
  const isConditional = fields.some(({ field }) => field.condition_type !== 'always');
  const watched = useWatch({ control, name, disabled: !isConditional });
  const asked = askedOf(fields, watched);
  const forms = [...new Set(fields.map(({ form }) => form))];
  return forms.map((form) => (
    <div key={form.id} className="stack gap-2">
      {(ticket ?? 1) === 1 && (
        <div className="grid gap-1">
          {/* The card has a title: one form needs no other. */}
          {forms.length > 1 && <h3 className={styles.formName}>{form.name}</h3>}
          {form.description && <p className={styles.caption}>{form.description}</p>}
        </div>
      )}
      <div className={styles.fields}>
        {fields.map(
          (planned, index) =>
            planned.form === form &&
            asked.has(planned.field) && (
              <AnswerField
                key={planned.field.id}
                field={planned.field}
                path={`${name}.${index}`}
                ticket={ticket}
                control={control}
              />
            ),
        )}
      </div>
    </div>
  ));
}
