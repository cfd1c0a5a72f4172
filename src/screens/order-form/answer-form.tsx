import CopyIcon from 'lucide-react/icons/copy';
import Ticket from 'lucide-react/icons/ticket';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, type Resolver, set, useForm } from 'react-hook-form';
import type { User } from '../../../contract/account.ts';
import {
  daysOf,
  type EventForm,
  type FormSubmissions,
  isBlank,
  maxLengthOf,
} from '../../../contract/forms.ts';
import type { FormAnswers } from '../../app/flows/form-answers.ts';
import { type Translate, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { fieldId } from './form-field.tsx';
import {
  type AnswerPath,
  type FormProblem,
  type FormValues,
  initialValues,
  type PlannedTicket,
  planOf,
  problemsOf,
  storedOf,
  submissionsOf,
} from './form-plan.ts';
import styles from './order-form.module.css';

interface AnswerFormProps {
  readonly tickets: readonly PlannedTicket[];
  readonly forms: readonly EventForm[];
  readonly user: User | null;
  /** Reads the stored input; called when the form opens, because the account is read after the page. */
  readonly readStored: () => FormAnswers | null;
  readonly onSave: (answers: FormAnswers) => void;
  /** Called as the buyer types. */
  readonly onChange?: (() => void) | undefined;
  readonly onAnswered: (submissions: FormSubmissions) => void;
  readonly label: string;
  /** Beside the forms, with the button that submits them; the function does the same. */
  readonly aside: (submit: () => void) => ReactNode;
  readonly className?: string | undefined;
}

/** Pause after the last key before the input is stored, in milliseconds. */
const savePause = 400;

/** The message of a problem (§5.40). */
function problemText(t: Translate, problem: FormProblem): string {
  const { kind, field, ticket } = problem;
  const { label } = field;
  if (kind !== 'required') return `${label}: ${noteOf(t, problem)}`;
  return ticket === null
    ? t('form.requiredField', { label })
    : t('form.requiredFieldTicket', { label, n: ticket });
}

/** The note under the field of a problem. */
function noteOf(t: Translate, { kind, field }: FormProblem): string {
  switch (kind) {
    case 'required':
      return t('form.fieldRequired');
    case 'short':
      return t('form.tooShort', { n: field.min_length ?? 1 });
    case 'long':
      return t('form.tooLong', { n: maxLengthOf(field) ?? 0 });
    case 'pattern':
      return field.pattern_hint ?? t('form.invalid');
    case 'day': {
      const [first, last] = daysOf(field).map((day) => day.split('-').reverse().join('/'));
      return t('form.dayOutside', { first: first ?? '', last: last ?? '' });
    }
    case 'type':
      if (field.field_type === 'email') return t('form.emailInvalid');
      if (field.field_type === 'phone') return t('form.phoneInvalid');
      return t(field.field_type === 'nik' ? 'form.nikInvalid' : 'form.invalid');
  }
}

function focusField(path: AnswerPath): void {
  const control = document.getElementById(fieldId(path));
  const target = control instanceof HTMLFieldSetElement ? control.querySelector('input') : control;
  if (target === null) return;
  // Scrolls between the sticky header and the sticky problem message.
  target.focus({ preventScroll: true });
  target.scrollIntoView?.({ block: 'center' });
}

/** The forms of every ticket and of the order (§2.250); calls `onAnswered` with answers that are complete. */
export function AnswerForm(props: AnswerFormProps) {
  const { tickets, forms, user, readStored, onSave, onAnswered, label, aside } = props;
  const t = useText();
  const plan = useMemo(() => planOf(forms), [forms]);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const wasSent = useRef(false);
  const [defaultValues] = useState(() => initialValues(plan, tickets.length, readStored(), user));

  const resolver: Resolver<FormValues> = (values) => {
    const problems = problemsOf(plan, values);
    if (problems.length === 0) return { values, errors: {} };
    const errors: FieldErrors<FormValues> = {};
    for (const entry of problems) {
      set(errors, entry.path, { type: entry.kind, message: noteOf(t, entry) });
    }
    return { values: {}, errors };
  };
  const form = useForm<FormValues>({
    resolver,
    shouldFocusError: false,
    defaultValues,
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnsaved = false;
    const save = () => {
      clearTimeout(timer);
      if (isUnsaved) onSave(storedOf(plan, form.getValues()));
      isUnsaved = false;
    };
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        // Further typing dismisses the message.
        setProblem(null);
        isUnsaved = true;
        clearTimeout(timer);
        timer = setTimeout(save, savePause);
      },
    });
    // A phone may discard a hidden tab without a further event.
    window.addEventListener('pagehide', save);
    return () => {
      stop();
      save();
      window.removeEventListener('pagehide', save);
    };
  }, [form, plan, onSave]);

  const submit = (event?: FormEvent) => {
    setProblem(null);
    wasSent.current = true;
    void form.handleSubmit(
      (values) => onAnswered(submissionsOf(forms, plan, tickets, values)),
      () => {
        const first = problemsOf(plan, form.getValues())[0];
        if (first === undefined) return;
        setProblem(problemText(t, first));
        focusField(first.path);
      },
    )(event);
  };

  const copy = (from: number, to: number) => {
    const source = form.getValues(`tickets.${from}`);
    if (source.every((answer) => isBlank(answer))) {
      setSaid('');
      setProblem(t('form.copyEmpty'));
      return;
    }
    setProblem(null);
    for (const [at, answer] of source.entries()) {
      form.setValue(`tickets.${to}.${at}`, answer, { shouldValidate: wasSent.current });
    }
    setSaid(t('form.copied', { n: from + 1 }));
  };

  return (
    <form
      className={props.className ?? styles.layout}
      onSubmit={submit}
      onChange={props.onChange}
      noValidate
      aria-label={label}
    >
      <div className={styles.forms}>
        {plan.perTicket.length > 0 &&
          tickets.map((ticket, at) => (
            <Card
              as="section"
              // Tickets of a draft never change their order.
              key={ticket.id ?? `ticket ${at + 1}`}
              aria-labelledby={`ticket-${at + 1}`}
              className="stack gap-2"
            >
              <div className={styles.ticketHead}>
                <h2 id={`ticket-${at + 1}`} className={styles.ticketTitle}>
                  <Ticket aria-hidden="true" />
                  <Words of="form.ticket" values={{ n: at + 1 }} />
                </h2>
                {ticket.category !== '' && (
                  <span className={styles.ticketSeat}>
                    {[ticket.category, ticket.isStanding ? t('form.standing') : ticket.seatNumber]
                      .filter((part) => part !== '')
                      .join(' · ')}
                  </span>
                )}
              </div>
              <p className={styles.caption} lang={t.lang('form.caption')}>
                {t('form.caption')}
              </p>
              {at > 0 && (
                <div className={styles.copies}>
                  {tickets.slice(0, at).map((source, from) => (
                    <Button
                      key={source.id ?? `ticket ${from + 1}`}
                      variant="secondary"
                      size="s"
                      lang={t.lang('form.copyFrom')}
                      icon={<CopyIcon />}
                      onClick={() => copy(from, at)}
                    >
                      {t('form.copyFrom', { n: from + 1 })}
                    </Button>
                  ))}
                </div>
              )}
              <AnswerFields
                fields={plan.perTicket}
                name={`tickets.${at}`}
                ticket={at + 1}
                control={form.control}
              />
            </Card>
          ))}
        {plan.general.length > 0 && (
          <Card as="section" aria-labelledby="general-form" className="stack gap-2">
            <h2 id="general-form" className={styles.ticketTitle}>
              {t('form.general')}
            </h2>
            <p className={styles.caption}>{t('form.generalCaption')}</p>
            <AnswerFields
              fields={plan.general}
              name="general"
              ticket={null}
              control={form.control}
            />
          </Card>
        )}
        {problem !== null && (
          <Alert tone="danger" className={styles.problem}>
            <span lang={t.lang('form.requiredField')}>{problem}</span>
          </Alert>
        )}
      </div>
      {aside(() => submit())}
      <LiveRegion message={said} />
    </form>
  );
}
