import { presaleCodeMaxLength } from '../../../contract/limits.ts';
import { useText } from '../../text/translate.ts';
import { TextField } from '../../ui/form/field.tsx';

interface PresaleFieldProps {
  readonly code: string;
  readonly disabled: boolean;
  readonly onChange: (code: string) => void;
}

/** The code of a presale; loaded lazily because few sales have one, and the code of form fields is large. */
export default function PresaleField({ code, disabled, onChange }: PresaleFieldProps) {
  const t = useText();
  return (
    <TextField
      label={t('show.presaleCode')}
      help={t('show.presaleHint')}
      name="presale-code"
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={presaleCodeMaxLength}
      value={code}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
