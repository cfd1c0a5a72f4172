import CalendarX from 'lucide-react/icons/calendar-x';
import { useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './event.module.css';

/** The event page before the event is known, with the poster where a list has shown it already. */
export function EventSkeleton({ poster = null }: { readonly poster?: string | null }) {
  const t = useText();
  return (
    <Loading text={t('event.loading')} hideText className={`page ${styles.page}`}>
      <div className={styles.banner}>
        {poster === null ? (
          <Skeleton shape="block" ratio="poster" />
        ) : (
          <img src={poster} alt="" width={1280} height={720} className={styles.bannerImage} />
        )}
      </div>
      <div className={styles.side}>
        <Card padding="l" className={styles.sideCard ?? ''}>
          <div className={styles.name}>
            <Skeleton className={styles.bone} width="l" />
          </div>
          <div className={styles.organizer}>
            <Skeleton shape="circle" className={styles.logo} />
            <div>
              <p className={styles.small}>
                <Skeleton className={styles.bone} width="xs" />
              </p>
              <p>
                <Skeleton className={styles.bone} width="s" />
              </p>
            </div>
          </div>
          <div className={styles.facts}>
            {['date', 'time', 'venue', 'type'].map((fact) => (
              <div key={fact} className={styles.fact}>
                <span className={styles.factIcon} />
                <p className={styles.small}>
                  <Skeleton className={styles.bone} width="xs" />
                </p>
                <p>
                  <Skeleton className={styles.bone} width="s" />
                </p>
              </div>
            ))}
          </div>
          <div className={styles.buy}>
            <div className={styles.price}>
              <span>
                <Skeleton className={styles.bone} width="xs" />
              </span>
              <span>
                <Skeleton className={styles.bone} width="s" />
              </span>
            </div>
            <Skeleton shape="block" className={styles.buyBone} />
          </div>
        </Card>
      </div>
      <div className={styles.content}>
        <div className={styles.tabBones}>
          {['about', 'facility', 'terms', 'privacy'].map((tab) => (
            <Skeleton key={tab} />
          ))}
        </div>
        <Skeleton />
        <Skeleton />
        <Skeleton width="l" />
      </div>
    </Loading>
  );
}

const problems = {
  unnamed: 'event.slugRequired',
  missing: 'event.notFound',
  unread: 'event.loadFailed',
} as const;

interface EventProblemProps {
  /** What is wrong: the address names no event, none has that name, or it could not be read. */
  readonly problem: keyof typeof problems;
  /** Another try is under way. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** 'Event not found', 'Event slug is required', or what is said when the event could not be read (§8). */
export function EventProblem({ problem, busy, onRetry }: EventProblemProps) {
  const t = useText();
  return (
    <div className={`page ${styles.problem}`} role="alert">
      <EmptyState
        level={1}
        icon={<CalendarX />}
        title={<Words of={problems[problem]} />}
        action={
          problem !== 'unread' ? (
            <ButtonLink to="/search">{t('notFound.search')}</ButtonLink>
          ) : (
            <Button lang="en" busy={busy} onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )
        }
      />
    </div>
  );
}
