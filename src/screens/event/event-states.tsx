import { useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import styles from './event.module.css';

/** The event page before the event is known. */
export function EventSkeleton() {
  const t = useText();
  return (
    <Loading text={t('event.loading')} hideText className={`page ${styles.page}`}>
      <div className={styles.banner}>
        <Skeleton shape="block" ratio="poster" />
      </div>
      <div className={styles.side}>
        <Card padding="l" className={styles.sideCard ?? ''}>
          <Skeleton shape="title" />
          <div className={styles.organizer}>
            <Skeleton shape="circle" />
            <Skeleton width="s" />
          </div>
          <div className={styles.facts}>
            {['type', 'date', 'time', 'venue'].map((fact) => (
              <div key={fact} className={styles.fact}>
                <span className={styles.factIcon} />
                <Skeleton width="xs" />
                <Skeleton width="m" />
              </div>
            ))}
          </div>
          <div className={styles.buy}>
            <Skeleton width="s" />
            <Skeleton shape="block" />
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

interface EventProblemProps {
  readonly missing: boolean;
  /** Another try is under way. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** 'Event not found', or what is said when the event could not be read (§8). */
export function EventProblem({ missing, busy, onRetry }: EventProblemProps) {
  const t = useText();
  return (
    <div className={`page ${styles.problem}`} role="alert">
      <EmptyState
        level={1}
        title={<span lang="en">{t(missing ? 'event.notFound' : 'event.loadFailed')}</span>}
        action={
          missing ? (
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
