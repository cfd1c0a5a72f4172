import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { type MachineText, Said, useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useRoot, useRootSelector } from '../actor-context.tsx';
import { pathOf } from '../routing/paths.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import styles from './blocked-page.module.css';

interface BlockedViewProps {
  readonly page: string;
  readonly problem: MachineText;
  /** Path of the event page; null for a page without an event. */
  readonly eventPath: string | null;
  readonly onRetry: () => void;
}

/** The card of a page that could not be entered (§2.219, §6.20). */
export function BlockedView({ page, problem, eventPath, onRetry }: BlockedViewProps) {
  const t = useText();
  const isSeats = page === 'seats';
  const title = isSeats ? t('seats.queueIssue') : t('queue.error', { message: t.said(problem) });
  return (
    <div className={`page ${styles.page}`}>
      <Card padding="l" className={styles.card ?? ''}>
        <PageHeading
          title={title}
          className={styles.title}
          lang={t.lang(isSeats ? 'seats.queueIssue' : 'queue.error')}
        >
          {title}
        </PageHeading>
        {isSeats && (
          <p role="alert">
            <Said text={problem} />
          </p>
        )}
        <div className={styles.actions}>
          <Button onClick={onRetry}>
            <Words of={isSeats ? 'seats.retryJoin' : 'queue.tryAgain'} />
          </Button>
          {eventPath !== null && (
            <ButtonLink to={eventPath} variant="secondary">
              <Words of="queue.backToEvent" />
            </ButtonLink>
          )}
        </div>
      </Card>
    </div>
  );
}

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectScreen = ({ context }: RootSnapshot) => context.screen;
const selectProblem = ({ context }: RootSnapshot) => context.problem;

/** The blocked page of the root. */
export function BlockedPage() {
  const root = useRoot();
  const screen = useRootSelector(selectScreen);
  const problem = useRootSelector(selectProblem);
  return (
    <BlockedView
      page={screen.name}
      problem={problem ?? { key: 'error.generic' }}
      eventPath={'slug' in screen ? pathOf({ name: 'event', slug: screen.slug }) : null}
      onRetry={() => root.send({ type: 'page.retry' })}
    />
  );
}
