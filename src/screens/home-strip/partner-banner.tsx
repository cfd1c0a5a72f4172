import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import styles from './home-strip.module.css';

interface PartnerBannerProps {
  /** 'Get Started' leads nowhere yet (ruling 1.1-C). */
  readonly onStart: () => void;
}

/** 'Be Our Partner', for visitors without an account (§1). */
export function PartnerBanner({ onStart }: PartnerBannerProps) {
  const t = useText();
  return (
    <section className={styles.partner}>
      <div>
        <h2 lang="en">{t('home.partner')}</h2>
        <p>{t('home.partnerText')}</p>
      </div>
      <Button size="l" className={styles.start ?? ''} onClick={onStart}>
        <Words of="home.getStarted" />
      </Button>
    </section>
  );
}
