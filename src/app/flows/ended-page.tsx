import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { type Ending, isPaid, mayRejoin } from '../../../machines/shared/ending.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useRoot, useRootSelector } from '../actor-context.tsx';
import { pathOf } from '../routing/paths.ts';
import { PageHeading } from '../shell/page-heading.tsx';
import styles from './blocked-page.module.css';
import { fateOf, nextOf, titleOf } from './ending-words.ts';

/** Page of an ended session: why it ended, what happened to position, seats and money, and the next step (§4.20). */
export function EndedView(props: { readonly ending: Ending; readonly onRejoin: () => void }) {
  const { ending, onRejoin } = props;
  const t = useText();
  const isTimeUp = ending.reason === 'timeUp';
  // §4 has the whole sentence; what to do next is in it.
  const title = isTimeUp ? t('purchase.timeUp') : titleOf(ending, t);
  const fate = fateOf(ending);
  const eventPath = pathOf({ name: 'event', slug: ending.slug });
  return (
    <div className={`page ${styles.page}`} data-ended={ending.reason}>
      <Card padding="l" className={styles.card ?? ''}>
        <div role="alert" className="stack gap-3">
          <PageHeading
            title={titleOf(ending, t)}
            className={styles.title}
            lang={isTimeUp ? t.lang('purchase.timeUp') : undefined}
          >
            {title}
          </PageHeading>
          {ending.eventName !== null && <p>{ending.eventName}</p>}
          {fate !== null && (
            <p>
              <Words of={fate} />
            </p>
          )}
          {!isTimeUp && (
            <p>
              <Words of={nextOf(ending)} />
            </p>
          )}
        </div>
        <div className={styles.actions}>
          {isPaid(ending) && (
            <ButtonLink to={pathOf({ name: 'my-tickets' })}>{t('ended.toTickets')}</ButtonLink>
          )}
          {mayRejoin(ending) && (
            <Button variant={isPaid(ending) ? 'secondary' : 'primary'} onClick={onRejoin}>
              {t('queue.rejoin')}
            </Button>
          )}
          <ButtonLink to={eventPath} variant="secondary">
            <Words of="queue.backToEvent" />
          </ButtonLink>
        </div>
      </Card>
    </div>
  );
}

const selectEnding = ({ context }: SnapshotFrom<typeof rootMachine>) => context.farewell;

/** The ended page of the root. */
export function EndedPage() {
  const root = useRoot();
  const ending = useRootSelector(selectEnding);
  if (ending === null) return null;
  return <EndedView ending={ending} onRejoin={() => root.send({ type: 'session.rejoin' })} />;
}
