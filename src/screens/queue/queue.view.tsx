import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Ticket from 'lucide-react/icons/ticket';
import { type ReactNode, Suspense, useState } from 'react';
import { ExitQuestion } from '../../app/flows/questions/exit-question.tsx';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { Said, useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Disclosure } from '../../ui/navigation/disclosure.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './queue.module.css';
import { Away, PassedOver } from './queue-away.tsx';
import { Drawn, DrawnNumber, Gathering } from './queue-draw.tsx';
import { Elsewhere, Line, Scarcity } from './queue-line.tsx';
import { Message, Notices, RealtimeLost, RealtimeMark } from './queue-notices.tsx';
import type { QueueStage, QueueViewProps } from './queue-view-props.ts';

/** Shortest interval between announcements of the position (accessibility: at most every ten seconds). */
const positionPause = 10_000;

type PosterProps = Pick<QueueViewProps, 'image' | 'slug' | 'eventName'>;

/** The poster, and the card below it. */
function Frame(props: PosterProps & { readonly stage: QueueStage; readonly children: ReactNode }) {
  const { image, slug, eventName, stage, children } = props;
  return (
    <div className={styles.page} data-stage={stage}>
      <div className={styles.poster}>
        <Picture src={image} alt={eventName ?? ''} id={slug} width={640} height={360} eager />
      </div>
      <Card padding="none" className={styles.body ?? ''}>
        {children}
      </Card>
    </div>
  );
}

function Actions(props: QueueViewProps) {
  const t = useText();
  const { stage, number, entrant, canRefresh, canLeave, isLeaving, onRefresh, onLeave } = props;
  const step = stage === 'online' || stage === 'promoted' ? 'online' : 'queued';
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    onLeave();
  };
  return (
    <div className="stack gap-2">
      <Button
        variant="secondary"
        icon={<RefreshCw />}
        disabled={!canRefresh}
        onClick={onRefresh}
        block
      >
        {t('queue.refresh')}
      </Button>
      <Button
        variant="ghost"
        disabled={!canLeave || isLeaving}
        onClick={() => setAsking(true)}
        block
      >
        {t('queue.exit')}
      </Button>
      {isAsking && (
        <ExitQuestion
          held={{ step, hasDraft: false, entrant, number }}
          canExit={canLeave && !isLeaving}
          onStay={() => setAsking(false)}
          onExit={leave}
        />
      )}
    </div>
  );
}

/** Fetches its content when it is opened first. */
function Study({ children }: { readonly children: ReactNode }) {
  const t = useText();
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <Disclosure
      summary={t('queue.study')}
      className={styles.study}
      onToggle={(event) => setWasOpen((was) => was || event.currentTarget.open)}
    >
      {wasOpen && <Suspense fallback={<Skeleton shape="block" />}>{children}</Suspense>}
    </Disclosure>
  );
}

/** Headings of the states in line. */
const headings = {
  gathering: 'draw.heading.gathering',
  drawn: 'draw.heading.drawn',
  waiting: 'queue.heading.waiting',
} as const;

function Waiting(props: QueueViewProps & { readonly stage: keyof typeof headings }) {
  const t = useText();
  const { stage, eventName, position, seatsLeft, message, realtime, error, notices } = props;
  const { study, log } = props;
  const heading = headings[stage];
  return (
    <>
      <PageHeading key={stage} title={t(heading)} lang={t.lang(heading)}>
        {t(heading)}
      </PageHeading>
      <p className={styles.event}>{eventName}</p>
      <Message>{message}</Message>
      {stage === 'gathering' && <Gathering {...props} />}
      {stage === 'drawn' && <Drawn {...props} />}
      {stage === 'waiting' && (
        <>
          <PassedOver {...props} />
          <Line {...props} />
          <DrawnNumber {...props} />
          <Scarcity position={position} seatsLeft={seatsLeft} />
        </>
      )}
      <Elsewhere {...props} />
      <Study>{study}</Study>
      <RealtimeMark connected={realtime.connected} />
      <Away {...props} />
      <p className={styles.warning}>
        <ShieldAlert aria-hidden="true" />
        {t('queue.warning')}
      </p>
      {!realtime.connected && realtime.error !== null && (
        <Alert tone="warning">
          <RealtimeLost reason={realtime.error} /> {t('queue.realtimeContinues')}
        </Alert>
      )}
      {error !== null && (
        <Alert tone="danger">
          <Said text={error} />
        </Alert>
      )}
      <Notices notices={notices} log={log} />
      <Actions {...props} />
    </>
  );
}

function Online(props: QueueViewProps) {
  const t = useText();
  const { stage, eventName, deadline, error, notices, onGoToSeats } = props;
  return (
    <>
      <PageHeading title={t('queue.heading.online')}>{t('queue.heading.online')}</PageHeading>
      <p className={styles.event}>{eventName}</p>
      {deadline !== null && (
        <p className={styles.remaining}>
          <span>{t('queue.remaining')}</span>
          <Countdown
            deadline={deadline}
            format="m:ss"
            label={t('queue.remaining')}
            announce={false}
            className={styles.clock ?? ''}
          />
        </p>
      )}
      {stage === 'promoted' && <Alert tone="success">{t('queue.promoted')}</Alert>}
      <Elsewhere {...props} />
      {error !== null && (
        <Alert tone="danger">
          <Said text={error} />
        </Alert>
      )}
      <Button size="l" block icon={<Ticket />} onClick={onGoToSeats}>
        <Words of="queue.goToSeats" />
      </Button>
      <Notices notices={notices.filter(({ key }) => key !== 'queue.notice.promoted')} log={null} />
      <Actions {...props} />
    </>
  );
}

/** A final state: its message and the next step. */
function Ended(props: {
  readonly title: string;
  readonly lang?: string | undefined;
  readonly text?: string;
  readonly isError?: boolean;
  readonly actions: ReactNode;
}) {
  return (
    <>
      <div role={props.isError ? 'alert' : 'status'}>
        <PageHeading title={props.title} lang={props.lang} className={styles.ended}>
          {props.title}
        </PageHeading>
      </div>
      {props.text !== undefined && <p className={styles.event}>{props.text}</p>}
      <div className="stack gap-2">{props.actions}</div>
    </>
  );
}

function LoadingContent() {
  const t = useText();
  return (
    <>
      <PageHeading
        title={t('queue.loading')}
        lang={t.lang('queue.loading')}
        className={styles.ended}
      >
        {t('queue.loading')}
      </PageHeading>
      <Loading
        text={t('queue.loading')}
        lang={t.lang('queue.loading')}
        hideText
        className={styles.loading ?? ''}
      >
        <Skeleton shape="line" width="m" />
        <Skeleton shape="block" className={styles.numeral} />
        <Skeleton shape="line" />
        <Skeleton shape="line" width="s" />
      </Loading>
    </>
  );
}

function Content(props: QueueViewProps) {
  const t = useText();
  const { stage, slug, error, onRetry, onRefresh } = props;
  const back = (
    <ButtonLink to={`/event/${slug}`} variant="secondary" block lang={t.lang('queue.backToEvent')}>
      {t('queue.backToEvent')}
    </ButtonLink>
  );
  switch (stage) {
    case 'loading':
      return <LoadingContent />;
    case 'gathering':
    case 'drawn':
    case 'waiting':
      return <Waiting {...props} stage={stage} />;
    case 'promoted':
    case 'online':
      return <Online {...props} />;
    case 'failed':
      return (
        <Ended
          title={t('queue.error', { message: t.said(error ?? { key: 'queue.checkFailed' }) })}
          lang={t.lang('queue.error')}
          isError
          actions={
            <>
              <Button block onClick={onRetry} lang={t.lang('queue.tryAgain')}>
                {t('queue.tryAgain')}
              </Button>
              {back}
            </>
          }
        />
      );
    case 'unknown':
      return (
        <Ended
          title={t('queue.unknown')}
          actions={
            <>
              <Button block icon={<RefreshCw />} onClick={onRefresh}>
                {t('queue.refresh')}
              </Button>
              <Button variant="secondary" block onClick={onRetry} lang={t.lang('queue.tryAgain')}>
                {t('queue.tryAgain')}
              </Button>
              {back}
            </>
          }
        />
      );
  }
}

/** The queue page of one event (§2.160). */
export function QueueView(props: QueueViewProps) {
  const t = useText();
  const { stage, position } = props;
  const announcement =
    stage === 'waiting' && position !== null ? t('queue.position', { position }) : '';
  return (
    <>
      <Frame {...props}>
        <Content {...props} />
      </Frame>
      <LiveRegion message={announcement} minInterval={positionPause} />
    </>
  );
}

/** The page before its flow has started. */
export function QueueLoading(props: PosterProps) {
  return (
    <Frame {...props} stage="loading">
      <LoadingContent />
    </Frame>
  );
}
