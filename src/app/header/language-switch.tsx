import type { Locale } from '../../../contract/texts/locale.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './language-switch.module.css';

const languages: readonly {
  readonly locale: Locale;
  readonly short: string;
  readonly name: string;
}[] = [
  { locale: 'id', short: 'ID', name: 'Bahasa Indonesia' },
  { locale: 'en', short: 'EN', name: 'English' },
];

/** The two languages side by side. */
export function LanguageSwitch({
  className,
  onNight = false,
}: {
  readonly className?: string | undefined;
  readonly onNight?: boolean;
}) {
  const t = useText();
  const [locale, setLocale] = useLocale();
  return (
    <fieldset className={classNames(styles.switch, onNight && styles.night, className)}>
      <legend className={styles.legend}>{t('common.language')}</legend>
      {languages.map((language) => (
        <button
          key={language.locale}
          type="button"
          lang={language.locale}
          aria-label={language.name}
          aria-pressed={locale === language.locale}
          className={styles.choice}
          onClick={() => setLocale(language.locale)}
        >
          {language.short}
        </button>
      ))}
    </fieldset>
  );
}
