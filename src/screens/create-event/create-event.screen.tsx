import { organizerSite, productName } from '../../app/product.ts';
import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './create-event.module.css';

/** /create-event: one link, to the organisers' site, or to our contact page if there is none (§2.402). */
export default function CreateEventScreen() {
  const t = useText();
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.panel}>
        <h1>{t('create.title', { product: productName })}</h1>
        <p>{t('create.text')}</p>
        {organizerSite === null ? (
          <ButtonLink to="/contact-us" size="l" className={styles.action ?? ''}>
            {t('create.action')}
          </ButtonLink>
        ) : (
          <ButtonLink href={organizerSite} size="l" className={styles.action ?? ''}>
            <Words of="home.organizeEvent" />
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
