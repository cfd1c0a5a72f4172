import type { ReactNode } from 'react';
import { pageSizes } from '../../../contract/limits.ts';
import { type TextKey, Words } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { CardVariant } from './event-card.tsx';
import { EventSection, type ListState } from './event-section.tsx';
import { Hero } from './hero.tsx';
import styles from './home.module.css';
import { oneOfEach, starOf } from './one-of-each.ts';

interface HomeViewProps {
  readonly featured: ListState;
  readonly promo: ListState;
  readonly upcoming: ListState;
  /** Searches of one press, below the hero. */
  readonly chips: ReactNode;
  /** The end of the page: purchases or the partner banner. */
  readonly last: ReactNode;
}

interface Section {
  readonly name: CardVariant;
  readonly title: TextKey;
  readonly size: number;
  readonly empty: TextKey;
  readonly action: TextKey;
  readonly to: string;
}

/** The lists in their order; the large poster takes the first trending event. */
const sections: readonly Section[] = [
  {
    name: 'featured',
    title: 'home.featured',
    size: pageSizes.featured - 1,
    empty: 'empty.featured',
    action: 'empty.featuredAction',
    to: '/search',
  },
  {
    name: 'promo',
    title: 'home.promo',
    size: pageSizes.promo,
    empty: 'empty.promo',
    action: 'empty.promoAction',
    to: '/search',
  },
  {
    name: 'upcoming',
    title: 'home.upcoming',
    size: pageSizes.upcoming,
    empty: 'empty.upcoming',
    action: 'empty.upcomingAction',
    to: '/create-event',
  },
];

/** The home page (§2.73); no event stands on it twice (decision 095). */
export function HomeView({ featured, promo, upcoming, chips, last }: HomeViewProps) {
  const star = starOf(featured, upcoming);
  const lists = oneOfEach(star, [featured, promo, upcoming]);
  return (
    <>
      <Hero star={star} />
      <div className={`page ${styles.lists}`}>
        {chips}
        {sections.map(({ name, title, size, empty, action, to }, index) => {
          const list = lists[index];
          return (
            list !== undefined && (
              <EventSection
                key={name}
                title={title}
                variant={name}
                size={size}
                list={list}
                empty={
                  <EmptyState
                    level={3}
                    title={<Words of={empty} />}
                    action={
                      <ButtonLink to={to}>
                        <Words of={action} />
                      </ButtonLink>
                    }
                  />
                }
              />
            )
          );
        })}
        {last}
      </div>
    </>
  );
}
