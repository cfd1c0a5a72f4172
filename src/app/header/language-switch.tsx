import { languages, locales } from '../../../contract/texts/locale.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { ChoiceSwitch } from './choice-switch.tsx';

const choices = locales.map((value) => ({
  value,
  label: languages[value].short,
  name: languages[value].name,
  lang: value,
}));

/** The languages side by side. */
export function LanguageSwitch({ onNight = false }: { readonly onNight?: boolean }) {
  const t = useText();
  const [locale, setLocale] = useLocale();
  return (
    <ChoiceSwitch
      legend={t('common.language')}
      choices={choices}
      chosen={locale}
      onChoose={setLocale}
      onNight={onNight}
    />
  );
}
