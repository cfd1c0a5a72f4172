import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import {
  type ContactSubject,
  contactSubjects,
  longestContactMessage,
} from '../../../contract/contact.ts';
import { emailSchema } from '../../../contract/fields.ts';
import { supportEmail } from '../../app/product.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { SelectField, TextArea, TextField } from '../../ui/form/field.tsx';
import styles from './contact-us.module.css';

const subjects = {
  partnership: 'contact.partnership',
  'ticket-issue': 'contact.ticketIssue',
  general: 'contact.general',
  other: 'contact.other',
} as const satisfies Readonly<Record<ContactSubject, TextKey>>;

export interface ContactFields {
  namaLengkap: string;
  email: string;
  subject: ContactSubject | '';
  pesan: string;
}

const noFields: ContactFields = { namaLengkap: '', email: '', subject: '', pesan: '' };

/** Progress of a message; a failed one stays in the form. */
export type SendingState = 'ready' | 'sending' | 'sent' | 'failed' | 'too-many';

export interface ContactUsProps {
  /** Details of the signed-in account; empty strings when signed out. */
  readonly name: string;
  readonly email: string;
  readonly state: SendingState;
  /** Calls `onSent` once the server has accepted the message. */
  readonly onSend: (fields: SentFields, onSent: () => void) => void;
}

/** A complete form: its subject is chosen. */
export type SentFields = ContactFields & { readonly subject: ContactSubject };

function ContactForm({ name, email, state, onSend }: ContactUsProps) {
  const t = useText();
  const { register, handleSubmit, formState, reset } = useForm<ContactFields>({
    defaultValues: { ...noFields, namaLengkap: name, email },
  });
  const { errors } = formState;
  // Fills in the account's details, but keeps earlier input.
  useEffect(() => {
    reset({ ...noFields, namaLengkap: name, email }, { keepDirtyValues: true });
  }, [reset, name, email]);
  // Input is never logged (§2.400).
  const submit = (fields: ContactFields) => {
    const { subject } = fields;
    if (subject === '') return;
    const after = { ...noFields, namaLengkap: fields.namaLengkap, email: fields.email };
    onSend({ ...fields, subject }, () => reset(after));
  };
  return (
    <Card padding="l">
      <form
        // The browser's own validation messages would use its language and cover ours.
        noValidate
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void handleSubmit(submit)(event);
        }}
      >
        <TextField
          label={<Words of="contact.fullName" />}
          autoComplete="name"
          required
          error={errors.namaLengkap?.message}
          {...register('namaLengkap', {
            validate: (value) => value.trim() !== '' || t('contact.nameRequired'),
          })}
        />
        <TextField
          label={t('contact.email')}
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email', {
            validate: (value) => emailSchema.safeParse(value).success || t('login.emailInvalid'),
          })}
        />
        <SelectField
          label={<Words of="contact.subject" />}
          required
          error={errors.subject?.message}
          options={contactSubjects.map((value) => ({
            value,
            label: t(subjects[value]),
            lang: t.lang(subjects[value]),
          }))}
          {...register('subject', { required: t('contact.subjectRequired') })}
        />
        <TextArea
          label={<Words of="contact.message" />}
          rows={5}
          maxLength={longestContactMessage}
          {...register('pesan')}
        />
        {state === 'sent' && <Alert tone="success">{t('contact.sent')}</Alert>}
        {(state === 'failed' || state === 'too-many') && (
          <Alert tone="danger" action={<a href={`mailto:${supportEmail}`}>{t('contact.write')}</a>}>
            {t(state === 'too-many' ? 'contact.tooMany' : 'contact.failed', {
              email: supportEmail,
            })}
          </Alert>
        )}
        <Button type="submit" size="l" busy={state === 'sending'}>
          <Words of="contact.send" />
        </Button>
      </form>
    </Card>
  );
}

/** Contact details and the form (§2.400). */
export function ContactUsView(props: ContactUsProps) {
  const t = useText();
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.intro}>
        <h1 lang={t.lang('contact.title')}>{t('contact.title')}</h1>
        <p>{t('contact.intro')}</p>
        <ul className={styles.ways}>
          <li>
            <Phone aria-hidden="true" />
            <span>
              {t('contact.phone')}
              <strong>+62 8xx-xxxx-xxxx</strong>
            </span>
          </li>
          <li>
            <Mail aria-hidden="true" />
            <span>
              {t('contact.email')}
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </span>
          </li>
          <li>
            <MapPin aria-hidden="true" />
            <span>
              {t('contact.address')}
              <strong>{t('contact.addressText')}</strong>
            </span>
          </li>
        </ul>
      </div>
      <ContactForm {...props} />
    </div>
  );
}
