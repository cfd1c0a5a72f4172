import type { ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { normalisePhone } from '../../../contract/fields.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { FormNotice } from '../login/form-notice.tsx';
import { isPhone, phoneHelp } from '../login/phone-help.ts';

interface CompleteProfileViewProps {
  readonly saving: boolean;
  readonly error: string | null;
  /** Continues without a number. */
  readonly skip: ReactNode;
  readonly onEdit: () => void;
  readonly onSave: (phoneNumber: string) => void;
}

/** Asks for the phone number that a Google account lacks. */
export function CompleteProfileView(props: CompleteProfileViewProps) {
  const { saving, error, skip, onEdit, onSave } = props;
  const t = useText();
  const { control, handleSubmit } = useForm<{ phoneNumber: string }>({
    defaultValues: { phoneNumber: '' },
  });
  return (
    <form
      noValidate
      className="stack"
      onSubmit={(event) =>
        void handleSubmit((typed) => saving || onSave(normalisePhone(typed.phoneNumber)))(event)
      }
      onInput={onEdit}
    >
      <Controller
        control={control}
        name="phoneNumber"
        rules={{ validate: (value) => isPhone(value) || t('register.phoneInvalid') }}
        render={({ field, fieldState }) => (
          <PhoneField
            label={t('register.phone')}
            required
            readOnly={saving}
            help={phoneHelp(t, field.value)}
            error={fieldState.error?.message}
            {...field}
          />
        )}
      />
      <FormNotice error={error} />
      <Button type="submit" size="l" block busy={saving}>
        {t(saving ? 'complete.saving' : 'complete.save')}
      </Button>
      {skip}
    </form>
  );
}
