import { pageSizes } from '../../../contract/limits.ts';
import { useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventSection, type ListState } from './event-section.tsx';
import { Hero } from './hero.tsx';
import styles from './home.module.css';

interface HomeViewProps {
  readonly featured: ListState;
  readonly promo: ListState;
  readonly upcoming: ListState;
  readonly showPartner: boolean;
  /** Said after 'Get Started', which leads nowhere yet (ruling 1.1-C). */
  readonly onPartner: () => void;
}

/** The home page (§2). */
export function HomeView({ featured, promo, upcoming, showPartner, onPartner }: HomeViewProps) {
  const t = useText();
  return (
    <>
      <Hero featured={featured.items} />
      <div className={`page ${styles.lists}`}>
        <EventSection
          title={t('home.featured')}
          variant="featured"
          size={pageSizes.featured}
          list={featured}
          empty={
            <EmptyState
              level={3}
              title={t('empty.featured')}
              action={<ButtonLink to="/search">{t('empty.featuredAction')}</ButtonLink>}
            />
          }
        />
        <EventSection
          title={t('home.promo')}
          variant="promo"
          size={pageSizes.promo}
          list={promo}
          empty={
            <EmptyState
              level={3}
              title={t('empty.promo')}
              action={<ButtonLink to="/search">{t('empty.promoAction')}</ButtonLink>}
            />
          }
        />
        {showPartner && (
          <section className={styles.partner}>
            <div>
              <h2 lang="en">{t('home.partner')}</h2>
              <p>{t('home.partnerText')}</p>
            </div>
            <Button size="l" className={styles.partnerButton ?? ''} onClick={onPartner}>
              {t('home.getStarted')}
            </Button>
          </section>
        )}
        <EventSection
          title={t('home.upcoming')}
          variant="upcoming"
          size={pageSizes.upcoming}
          list={upcoming}
          empty={
            <EmptyState
              level={3}
              title={t('empty.upcoming')}
              action={<ButtonLink to="/create-event">{t('empty.upcomingAction')}</ButtonLink>}
            />
          }
        />
      </div>
    </>
  );
}
