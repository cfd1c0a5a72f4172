import { useGuardedHistory } from '../../app/routing/history-context.ts';
import { useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import styles from './not-found.module.css';

/** Page for unknown addresses (§2.404). */
export default function NotFoundScreen() {
  const t = useText();
  const history = useGuardedHistory();
  const back = () => {
    // If the previous entry is not ours, Back would leave the site (§2.404).
    if (history.canGoBack) history.back();
    else history.visit('/');
  };
  return (
    <div className={`page ${styles.page}`}>
      <p className={styles.code}>{t('notFound.code')}</p>
      <h1>{t('notFound.title')}</h1>
      <p className={styles.text}>{t('notFound.text')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
        <Button variant="secondary" onClick={back}>
          {t('notFound.back')}
        </Button>
        <ButtonLink to="/search" variant="secondary">
          {t('notFound.search')}
        </ButtonLink>
      </div>
      <p className={styles.text}>
        {t('notFound.help')} <Link to="/contact-us">{t('notFound.contact')}</Link>
      </p>
    </div>
  );
}
