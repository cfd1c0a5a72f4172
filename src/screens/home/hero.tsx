import type { EventSummary } from '../../../contract/catalogue.ts';
import { organizerSite, productName } from '../../app/product.ts';
import { SampleBadge } from '../../sample/sample-badge.tsx';
import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './hero.module.css';

/** Up to three fanned-out posters; empty frames of the same size while they load. */
function Posters({ events }: { readonly events: readonly (EventSummary | null)[] }) {
  return (
    <div className={styles.posters} aria-hidden="true">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the frames never change their order.
        <div key={index} className={styles.poster}>
          {event !== null && (
            <>
              <Picture src={event.image} alt="" id={event.id} width={640} height={360} eager />
              <SampleBadge id={event.id} corner />
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** The hero of the home page. */
export function Hero({ posters }: { readonly posters: readonly (EventSummary | null)[] }) {
  const t = useText();
  return (
    <section className={styles.hero}>
      <div className={`page ${styles.inner}`}>
        <div className={styles.words}>
          <h1 className={styles.headline} lang={t.lang('home.headline')}>
            {t('home.headline', { product: productName })}
          </h1>
          <p className={styles.intro}>{t('home.intro')}</p>
          <div className={styles.actions}>
            <ButtonLink to="/search" size="l" className={styles.tickets ?? ''}>
              <Words of="home.getTickets" />
            </ButtonLink>
            {organizerSite === null ? (
              <ButtonLink
                to="/create-event"
                size="l"
                variant="ghost"
                className={styles.organize ?? ''}
              >
                <Words of="home.organizeEvent" />
              </ButtonLink>
            ) : (
              <ButtonLink
                href={organizerSite}
                size="l"
                variant="ghost"
                className={styles.organize ?? ''}
              >
                <Words of="home.organizeEvent" />
              </ButtonLink>
            )}
          </div>
        </div>
        {posters.length > 0 && <Posters events={posters} />}
      </div>
    </section>
  );
}
