import { Controller, useForm } from 'react-hook-form';
import type { User } from '../../../contract/account.ts';
import { normalisePhone } from '../../../contract/fields.ts';
import { Said, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { PhotoPicker, type PhotoPickerProps } from './photo-picker.tsx';
import styles from './profile.module.css';
import type { UpdateFailure } from './update-words.ts';
import type { ProfileFields } from './use-profile.ts';

interface ProfileViewProps {
  readonly user: User;
  readonly saving: boolean;
  readonly saved: boolean;
  readonly failure: UpdateFailure | null;
  readonly photo: Omit<PhotoPickerProps, 'initials'>;
  readonly onEdit: () => void;
  readonly onSave: (fields: ProfileFields) => void;
}

/** 'Loading profile...', a skeleton of the form. */
export function ProfileLoading() {
  const t = useText();
  return (
    <Card padding="l">
      <Loading
        text={t('profile.loading')}
        lang={t.lang('profile.loading')}
        className={styles.form ?? ''}
      >
        <Skeleton shape="circle" className={styles.face} />
        <div className={styles.pair}>
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </Loading>
    </Card>
  );
}

/** The account could not be read (§8.29). */
export function ProfileFailed({ onRefresh }: { readonly onRefresh: () => void }) {
  return (
    <Alert
      tone="danger"
      action={
        <Button size="s" variant="secondary" onClick={onRefresh}>
          <Words of="profile.refresh" />
        </Button>
      }
    >
      <Words of="profile.loadFailed" />
    </Alert>
  );
}

function Outcome({ saved, failure }: Pick<ProfileViewProps, 'saved' | 'failure'>) {
  if (failure !== null) {
    return (
      <Alert
        tone="danger"
        {...(failure.detail !== null && { title: <Said text={failure.words} /> })}
      >
        <Said text={failure.detail ?? failure.words} />
      </Alert>
    );
  }
  if (!saved) return null;
  return (
    <Alert tone="success">
      <Words of="profile.saved" />
    </Alert>
  );
}

/** 'Profile' (§2.390); the server validates the input (§5.16). */
export function ProfileView(props: ProfileViewProps) {
  const { user, saving, saved, failure, photo, onEdit, onSave } = props;
  const t = useText();
  const { firstName, lastName, phoneNumber } = user;
  const { register, control, handleSubmit } = useForm<{
    firstName: string;
    lastName: string;
    phoneNumber: string;
  }>({ values: { firstName, lastName, phoneNumber } });
  const send = (typed: ProfileFields) =>
    onSave({
      firstName: typed.firstName,
      lastName: typed.lastName,
      phoneNumber: typed.phoneNumber === '' ? '' : normalisePhone(typed.phoneNumber),
    });
  return (
    <Card padding="l" className={styles.form ?? ''}>
      <PhotoPicker
        initials={`${firstName.slice(0, 1)}${lastName.slice(0, 1)}`.toUpperCase()}
        {...photo}
      />
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => void handleSubmit(send)(event)}
        onInput={onEdit}
      >
        <div className={styles.pair}>
          <TextField
            label={t('profile.firstName')}
            autoComplete="given-name"
            readOnly={saving}
            {...register('firstName')}
          />
          <TextField
            label={t('profile.lastName')}
            autoComplete="family-name"
            readOnly={saving}
            {...register('lastName')}
          />
        </div>
        <Controller
          control={control}
          name="phoneNumber"
          render={({ field }) => (
            <PhoneField label={t('profile.phone')} readOnly={saving} {...field} />
          )}
        />
        <TextField
          label={t('profile.email')}
          type="email"
          value={user.email}
          disabled
          readOnly
          help={t('profile.emailFixed')}
        />
        <Outcome saved={saved} failure={failure} />
        <Button type="submit" size="l" busy={saving}>
          {t(saving ? 'profile.saving' : 'profile.save')}
        </Button>
      </form>
    </Card>
  );
}
