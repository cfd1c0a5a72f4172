import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './home-strip.module.css';

/** 'Be Our Partner', for visitors without an account (§2.76). */
export function PartnerBanner() {
  const t = useText();
  return (
    <section className={styles.partner}>
      <div>
        <h2 lang={t.lang('home.partner')}>{t('home.partner')}</h2>
        <p>{t('home.partnerText')}</p>
      </div>
      <ButtonLink to="/create-event" size="l" className={styles.start ?? ''}>
        <Words of="home.getStarted" />
      </ButtonLink>
    </section>
  );
}
