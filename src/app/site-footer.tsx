import { useText } from '../text/translate.ts';
import { Link } from '../ui/link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import { organizerSite, productName } from './product.ts';
import styles from './site-footer.module.css';

/** The end of every public page. */
export function SiteFooter() {
  const t = useText();
  return (
    <footer className={styles.footer} data-print="hide">
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <Logo className={styles.logo} />
          <p>{t('footer.tagline')}</p>
          <LanguageSwitch onNight />
        </div>
        <div>
          <h2 className={styles.title}>{t('footer.about')}</h2>
          <Link to="/">{t('footer.aboutUs')}</Link>
        </div>
        <div>
          <h2 className={styles.title}>{t('footer.organizer')}</h2>
          {organizerSite === null ? (
            <Link to="/create-event">{t('footer.organizeEvent')}</Link>
          ) : (
            <a href={organizerSite} target="_blank" rel="noopener noreferrer">
              {t('footer.organizeEvent')}
            </a>
          )}
        </div>
        <div>
          <h2 className={styles.title}>{t('footer.support')}</h2>
          <Link to="/contact-us">{t('footer.contactUs')}</Link>
        </div>
      </div>
      {/* The year may have turned since the server drew the page. */}
      <p className={`page ${styles.rights}`} suppressHydrationWarning>
        {t('footer.rights', { year: new Date().getFullYear(), product: productName })}
      </p>
    </footer>
  );
}
