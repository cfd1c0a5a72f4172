import { languages, locales } from '../../../contract/texts/locale.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './language-switch.module.css';

/** The languages side by side. */
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
      {locales.map((offered) => (
        <button
          key={offered}
          type="button"
          lang={offered}
          aria-label={languages[offered].name}
          aria-pressed={locale === offered}
          className={styles.choice}
          onClick={() => setLocale(offered)}
        >
          {languages[offered].short}
        </button>
      ))}
    </fieldset>
  );
}
