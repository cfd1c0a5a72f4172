import type { ReactNode } from 'react';
import type { EventSummary } from '../../../contract/catalogue.ts';
import { pageSizes } from '../../../contract/limits.ts';
import { Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { EventSection, type ListState } from './event-section.tsx';
import { Hero } from './hero.tsx';
import styles from './home.module.css';

interface HomeViewProps {
  readonly featured: ListState;
  readonly promo: ListState;
  readonly upcoming: ListState;
  /** The end of the page: purchases or the partner banner. */
  readonly last: ReactNode;
}

/** Events of the hero's three posters: trending first, then upcoming, because a province may have few events; null while loading. */
function posterEvents(featured: ListState, upcoming: ListState): readonly (EventSummary | null)[] {
  const known = new Set(featured.items.map(({ id }) => id));
  const others = upcoming.items.filter(({ id }) => !known.has(id));
  const events = [...featured.items, ...others].slice(0, 3);
  const waiting = featured.status === 'loading' || upcoming.status === 'loading';
  return waiting ? [0, 1, 2].map((index) => events[index] ?? null) : events;
}

/** The home page (§2). */
export function HomeView({ featured, promo, upcoming, last }: HomeViewProps) {
  return (
    <>
      <Hero posters={posterEvents(featured, upcoming)} />
      <div className={`page ${styles.lists}`}>
        <EventSection
          title="home.featured"
          variant="featured"
          size={pageSizes.featured}
          list={featured}
          empty={
            <EmptyState
              level={3}
              title={<Words of="empty.featured" />}
              action={
                <ButtonLink to="/search">
                  <Words of="empty.featuredAction" />
                </ButtonLink>
              }
            />
          }
        />
        <EventSection
          title="home.promo"
          variant="promo"
          size={pageSizes.promo}
          list={promo}
          empty={
            <EmptyState
              level={3}
              title={<Words of="empty.promo" />}
              action={
                <ButtonLink to="/search">
                  <Words of="empty.promoAction" />
                </ButtonLink>
              }
            />
          }
        />
        <EventSection
          title="home.upcoming"
          variant="upcoming"
          size={pageSizes.upcoming}
          list={upcoming}
          empty={
            <EmptyState
              level={3}
              title={<Words of="empty.upcoming" />}
              action={
                <ButtonLink to="/create-event">
                  <Words of="empty.upcomingAction" />
                </ButtonLink>
              }
            />
          }
        />
        {last}
      </div>
    </>
  );
}
