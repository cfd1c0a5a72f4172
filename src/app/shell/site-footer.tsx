import Camera from 'lucide-react/icons/camera';
import MessageCircle from 'lucide-react/icons/message-circle';
import SquarePlay from 'lucide-react/icons/square-play';
import { useText, Words } from '../../text/translate.ts';
import { Link } from '../../ui/navigation/link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { LanguageSwitch } from '../header/language-switch.tsx';
import { Logo } from '../header/logo.tsx';
import { ThemeSwitch } from '../header/theme-switch.tsx';
import { organizerSite, productName, social } from '../product.ts';
import styles from './site-footer.module.css';

const socialSites = [
  { kind: 'chat', text: 'footer.chat', Icon: MessageCircle },
  { kind: 'photos', text: 'footer.photos', Icon: Camera },
  { kind: 'videos', text: 'footer.videos', Icon: SquarePlay },
] as const;

/** Links to our pages on social sites, where the server has their addresses (§2.50). */
function SocialLinks() {
  const t = useText();
  const shown = socialSites.filter(({ kind }) => social[kind] !== null);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.social} aria-label={t('footer.social')}>
      {shown.map(({ kind, text, Icon }) => (
        <li key={kind}>
          <a
            href={social[kind] ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${t(text, { product: productName })} (${t('common.newTab')})`}
          >
            <Icon aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The end of every public page. */
export function SiteFooter() {
  const t = useText();
  return (
    <footer className={styles.footer} data-print="hide">
      <div className={`page ${styles.columns}`}>
        <div className={styles.brand}>
          <Logo className={styles.logo} />
          <p>{t('footer.tagline')}</p>
          <SocialLinks />
        </div>
        <div>
          <h2 className={styles.title}>
            <Words of="footer.about" />
          </h2>
          <Link to="/">
            <Words of="footer.aboutUs" />
          </Link>
        </div>
        <div>
          <h2 className={styles.title}>
            <Words of="footer.organizer" />
          </h2>
          {organizerSite === null ? (
            <Link to="/create-event">
              <Words of="footer.organizeEvent" />
            </Link>
          ) : (
            <a href={organizerSite} target="_blank" rel="noopener noreferrer">
              <Words of="footer.organizeEvent" />
              <VisuallyHidden> ({t('common.newTab')})</VisuallyHidden>
            </a>
          )}
        </div>
        <div>
          <h2 className={styles.title}>
            <Words of="footer.support" />
          </h2>
          <Link to="/contact-us">
            <Words of="footer.contactUs" />
          </Link>{' '}
          <Link to="/terms">{t('legal.terms')}</Link>{' '}
          <Link to="/privacy">{t('legal.privacy')}</Link>
        </div>
      </div>
      <div className={`page ${styles.end}`}>
        {/* The year may have turned since the server drew the page. */}
        <p suppressHydrationWarning>
          {/* As text: a number would get the mark of thousands. */}
          {t('footer.rights', { year: String(new Date().getFullYear()), product: productName })}
        </p>
        <div className={styles.switches}>
          <ThemeSwitch onNight />
          <LanguageSwitch onNight />
        </div>
      </div>
    </footer>
  );
}
