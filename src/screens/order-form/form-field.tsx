import { type Control, useController } from 'react-hook-form';
import { daysOf, type FormField, maxLengthOf } from '../../../contract/forms.ts';
import { rarelyPrintable } from '../../../contract/texts/visible-text.ts';
import { useText } from '../../text/translate.ts';
import { CheckboxGroup, RadioGroup } from '../../ui/form/choice.tsx';
import { DateField, SelectField, TextArea, TextField } from '../../ui/form/field.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import type { AnswerPath, FormValues } from './form-plan.ts';

/** The id of a control, to bring the focus to it. */
export function fieldId(path: AnswerPath): string {
  return `answer-${path.replaceAll('.', '-')}`;
}

interface FormFieldProps {
  readonly field: FormField;
  readonly path: AnswerPath;
  /** Number of the ticket from 1; null for a field of the whole order. */
  readonly ticket: number | null;
  readonly control: Control<FormValues>;
}

/** Renders one field by its type (§2.251); an unknown type becomes a text field. */
export function AnswerField({ field, path, ticket, control }: FormFieldProps) {
  const t = useText();
  const { field: bound, fieldState } = useController({ control, name: path });
  const { value, onChange, onBlur, ref } = bound;
  const text = typeof value === 'string' ? value : '';
  const list = Array.isArray(value) ? value : [];
  const section = ticket === null ? '' : `section-ticket-${ticket} `;
  const shared = {
    id: fieldId(path),
    name: path,
    help: field.help_text ?? undefined,
    error: fieldState.error?.message,
    required: field.is_required,
    onBlur,
    ref,
  };
  const typed = {
    ...shared,
    label: field.label,
    placeholder: field.placeholder ?? undefined,
    value: text,
    onChange,
  };
  const options = [...field.options]
    .sort((a, b) => a.display_order - b.display_order)
    .map((option) => ({ value: option.value, label: option.label }));

  switch (field.field_type) {
    case 'email':
      return (
        <TextField {...typed} type="email" inputMode="email" autoComplete={`${section}email`} />
      );
    case 'phone':
      return <PhoneField {...typed} autoComplete={`${section}tel`} />;
    case 'textarea':
      return <TextArea {...typed} maxLength={maxLengthOf(field) ?? 4000} />;
    case 'nik':
      return (
        <TextField {...typed} type="text" inputMode="numeric" maxLength={16} autoComplete="off" />
      );
    case 'date':
      return <DateField {...typed} days={daysOf(field)} />;
    case 'select':
      return (
        <SelectField
          {...shared}
          label={field.label}
          value={text}
          options={options}
          placeholder={field.placeholder || t('common.choose')}
          onChange={onChange}
        />
      );
    case 'radio':
      return (
        <RadioGroup
          {...shared}
          legend={field.label}
          options={options}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'checkbox':
      return (
        <CheckboxGroup
          {...shared}
          legend={field.label}
          options={options}
          value={list}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? [...list, target.value]
                : list.filter((entry) => entry !== target.value),
            )
          }
        />
      );
    default: {
      const isName = /nama|name/i.test(`${field.field_key} ${field.label}`);
      const rare = rarelyPrintable(text);
      return (
        <TextField
          {...typed}
          help={rare === '' ? typed.help : t('form.rarelyPrintable', { letters: rare })}
          type="text"
          maxLength={maxLengthOf(field) ?? 400}
          autoComplete={isName ? `${section}name` : 'off'}
        />
      );
    }
  }
}
