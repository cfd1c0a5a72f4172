import CalendarX from 'lucide-react/icons/calendar-x';
import { useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import styles from './event.module.css';

/** The event page while the event loads, with the poster if a list has already shown it. */
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
  /** The failure: no slug in the address, an unknown event, or a failed read. */
  readonly problem: keyof typeof problems;
  /** A retry is running. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** 'Event not found', 'Event slug is required', or the message of a failed read (§8.30). */
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
            <Button lang={t.lang('common.tryAgain')} busy={busy} onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )
        }
      />
    </div>
  );
}
