import { Controller, useForm } from 'react-hook-form';
import type { User } from '../../../contract/account.ts';
import { normalisePhone } from '../../../contract/fields.ts';
import { Said, useText } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import styles from './profile.module.css';

/** What a buyer may change about the account. */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
}

interface ProfileViewProps {
  readonly user: User;
  readonly saving: boolean;
  readonly saved: boolean;
  readonly error: string | null;
  readonly onSave: (fields: ProfileFields) => void;
}

/** 'Profile' (§2); the server judges what is typed (§5). */
export function ProfileView({ user, saving, saved, error, onSave }: ProfileViewProps) {
  const t = useText();
  const { register, control, handleSubmit } = useForm<{
    firstName: string;
    lastName: string;
    phoneNumber: string;
  }>({
    defaultValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      phoneNumber: user.phoneNumber,
    },
  });
  return (
    <Card
      as="form"
      padding="l"
      className={styles.form ?? ''}
      onSubmit={(event) =>
        void handleSubmit((fields) =>
          onSave({ ...fields, phoneNumber: normalisePhone(fields.phoneNumber) }),
        )(event)
      }
    >
      {error !== null && (
        <Alert tone="danger">
          <Said text={error} />
        </Alert>
      )}
      {saved && <Alert tone="success">{t('profile.saved')}</Alert>}
      <div className={styles.pair}>
        <TextField
          label={t('profile.firstName')}
          autoComplete="given-name"
          {...register('firstName')}
        />
        <TextField
          label={t('profile.lastName')}
          autoComplete="family-name"
          {...register('lastName')}
        />
      </div>
      <Controller
        control={control}
        name="phoneNumber"
        render={({ field }) => <PhoneField label={t('profile.phone')} {...field} />}
      />
      <TextField
        label={t('profile.email')}
        type="email"
        value={user.email}
        disabled
        readOnly
        help={t('profile.emailFixed')}
      />
      <Button type="submit" size="l" busy={saving}>
        {t(saving ? 'profile.saving' : 'profile.save')}
      </Button>
    </Card>
  );
}
