import type { PosterColours } from '../../../contract/picture/poster-colours.ts';
import { organizerSite, productName } from '../../app/product.ts';
import { useText, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EventCard, EventCardSkeleton } from './event-card.tsx';
import styles from './hero.module.css';
import type { Star } from './one-of-each.ts';

/** The colours of the poster behind the hero and the header: attributes, because the page's policy forbids inline styles. */
function Palette({ ground, glow }: PosterColours) {
  return (
    <svg className={styles.palette} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <radialGradient id="palette" cx="1" cy="1" r="0.9">
        <stop stopColor={glow} />
        <stop offset="1" stopColor={ground} />
      </radialGradient>
      <rect width="1" height="1" fill="url(#palette)" />
    </svg>
  );
}

/** The hero of the home page with one large poster, whose colours it takes. */
export function Hero({ star }: { readonly star: Star }) {
  const t = useText();
  const colours = star === 'loading' ? null : star?.colours;
  return (
    <section className={styles.hero}>
      {colours != null && <Palette {...colours} />}
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
        {star === 'loading' && <EventCardSkeleton variant="star" />}
        {star !== null && star !== 'loading' && (
          <EventCard event={star} variant="star" level={2} eager />
        )}
      </div>
    </section>
  );
}
