import Mail from 'lucide-react/icons/mail';
import MapPin from 'lucide-react/icons/map-pin';
import Phone from 'lucide-react/icons/phone';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { emailSchema } from '../../../contract/fields.ts';
import { usePageTitle } from '../../app/page-title.ts';
import { supportEmail } from '../../app/product.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import styles from './contact-us.module.css';

const subjects = {
  partnership: 'contact.partnership',
  'ticket-issue': 'contact.ticketIssue',
  general: 'contact.general',
  other: 'contact.other',
} as const satisfies Readonly<Record<string, TextKey>>;
type Subject = keyof typeof subjects;
const subjectValues = Object.keys(subjects) as readonly Subject[];

interface ContactFields {
  namaLengkap: string;
  email: string;
  subject: Subject | '';
  pesan: string;
}

/** A letter with what was typed, for the mail program of the reader to send. */
function letterOf({ namaLengkap, email, pesan }: ContactFields, about: string): string {
  const lines = [...(pesan.trim() === '' ? [] : [pesan.trim(), '']), namaLengkap.trim(), email];
  const body = encodeURIComponent(lines.join('\r\n'));
  return `mailto:${supportEmail}?subject=${encodeURIComponent(about)}&body=${body}`;
}

function ContactForm() {
  const t = useText();
  const [letter, setLetter] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<ContactFields>({
    defaultValues: { namaLengkap: '', email: '', subject: '', pesan: '' },
  });
  const { errors } = formState;
  const submit = (fields: ContactFields) => {
    // Nothing is sent, and what was typed is never logged (ruling 1.2-AQ).
    console.info('contact form submitted');
    setLetter(letterOf(fields, fields.subject === '' ? '' : t(subjects[fields.subject])));
  };
  return (
    <Card padding="l">
      <form
        // The browser's own bubbles would speak its language and stand in front of our words.
        noValidate
        className={styles.form}
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
          options={subjectValues.map((value) => ({
            value,
            label: t(subjects[value]),
            lang: t.lang(subjects[value]),
          }))}
          {...register('subject', { required: t('contact.subjectRequired') })}
        />
        <TextArea label={<Words of="contact.message" />} rows={5} {...register('pesan')} />
        {letter !== null && (
          <Alert tone="info" action={<a href={letter}>{t('contact.write')}</a>}>
            {t('contact.notSent', { email: supportEmail })}
          </Alert>
        )}
        <Button type="submit" size="l">
          <Words of="contact.send" />
        </Button>
      </form>
    </Card>
  );
}

/** /contact-us (§2). */
export default function ContactUsScreen() {
  const t = useText();
  usePageTitle(t('title.contact'));
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.intro}>
        <h1 lang="en">{t('contact.title')}</h1>
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
      <ContactForm />
    </div>
  );
}
