import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { isEntrant } from '../../../machines/queue/queue.line.ts';
import type { queueMachine } from '../../../machines/queue/queue.machine.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import type { RootSystem } from '../../../machines/root/root.system.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import {
  useFlow,
  useFlowSlice,
  useRoot,
  useRootSelector,
  useSlug,
} from '../../app/actor-context.tsx';
import { PurchaseSaleNote } from '../../app/flows/sale-note.tsx';
import { useShow } from '../../app/reads/queries.ts';
import { useOnline } from '../../app/shell/use-online.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { fetched } from '../../ui/feedback/fetched.ts';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { QueueLoading, QueueView } from './queue.view.tsx';
import type { QueueStage, QueueViewProps } from './queue-view-props.ts';
import { useLineStart } from './use-line-start.ts';
import { useTurnCall } from './use-turn-call.ts';
import { useTurnPush } from './use-turn-push.ts';

const QueueStudy = fetched(async () => ({
  default: (await import('./queue-study.tsx')).QueueStudy,
}));

type RootSnapshot = SnapshotFrom<typeof rootMachine>;
type QueueSnapshot = SnapshotFrom<typeof queueMachine>;

const selectEventName = ({ context }: RootSnapshot) => context.reading?.eventName ?? null;
const selectRealtime = ({ context }: RootSnapshot) => context.realtime;
const selectIsAsking = (snapshot: RootSnapshot) =>
  snapshot.matches({ place: { queueing: 'askingToLeave' } });
const selectLog = ({ context }: QueueSnapshot) => context.log;

/** The place that is held while the machine makes a call. */
function heldStage(reading: SessionReading | null): QueueStage {
  if (reading?.step === 'online') return 'online';
  return isEntrant(reading) ? 'gathering' : 'waiting';
}

function stageOf(snapshot: QueueSnapshot): QueueStage {
  switch (true) {
    case snapshot.matches('waiting'):
      return 'waiting';
    case snapshot.matches('gathering'):
      return 'gathering';
    case snapshot.matches('drawn'):
      return 'drawn';
    case snapshot.matches('promoted'):
      return 'promoted';
    case snapshot.matches('online'):
      return 'online';
    case snapshot.matches('failed'):
      return 'failed';
    case snapshot.matches('unknown'):
      return 'unknown';
    case snapshot.matches('leaving') || snapshot.matches('takingOver'):
      return heldStage(snapshot.context.reading);
    default:
      return 'loading';
  }
}

/** What the page shows of the flow, except the log, which changes every second. */
function selectQueue(snapshot: QueueSnapshot) {
  const { reading, place, line, notices, log, error } = snapshot.context;
  return {
    stage: stageOf(snapshot),
    isIn: reading?.step === 'online',
    session: reading?.id ?? null,
    position: place.position,
    isPaused: place.paused,
    number: reading?.number ?? null,
    entrant: reading?.entrant ?? null,
    behindDraw: reading?.behindDraw ?? false,
    isDrawing: line?.phase === 'drawing',
    opensAt: line?.opens_at ?? null,
    entrants: line?.entrants ?? null,
    issued: line?.issued ?? null,
    message: line?.message ?? null,
    servedPerMinute: place.servedPerMinute,
    seatsLeft: place.seatsLeft,
    isFollowing: reading?.isFollowing ?? false,
    isTakingOver: snapshot.matches('takingOver'),
    isPassedOver: reading?.passedOver ?? false,
    keptMinutes: reading?.keptMinutes ?? null,
    deadline: reading?.deadline ?? null,
    notices,
    hasLog: log !== null,
    error,
    isLeaving: snapshot.matches('leaving'),
    canRefresh: snapshot.can({ type: 'queue.refresh' }),
    canLeave: snapshot.can({ type: 'queue.leave' }),
  };
}

function LiveLog({ queue }: { readonly queue: RootSystem['queue'] }) {
  return useSelector(queue, selectLog);
}

interface Shared extends Pick<QueueViewProps, 'slug' | 'image' | 'eventName' | 'realtime'> {
  /** Address of the picture of the seat map; null without one. */
  readonly map: string | null;
}

function LiveQueue({ queue, shared }: { queue: RootSystem['queue']; shared: Shared }) {
  const { session, isIn, hasLog, isDrawing, opensAt, entrants, issued, ...shown } = useFlowSlice(
    queue,
    selectQueue,
  );
  const { stage, position } = shown;
  const { slug, eventName, map } = shared;
  const startAhead = useLineStart(slug, session, position);
  const { sound, chooseSound } = useTurnCall(queue);
  const { push, choosePush } = useTurnPush(slug, session);
  useWakeLock(stage === 'waiting' || stage === 'gathering' || stage === 'drawn');
  return (
    <>
      <PurchaseSaleNote slug={slug} isBegun={isIn} isRefused={stage === 'failed'} />
      <QueueView
        {...shared}
        {...shown}
        draw={{ isDrawing, opensAt, entrants, issued }}
        startAhead={startAhead}
        study={<QueueStudy slug={slug} eventName={eventName} map={map} />}
        sound={sound}
        push={push}
        onPush={choosePush}
        log={hasLog ? <LiveLog queue={queue} /> : null}
        onRefresh={() => queue.send({ type: 'queue.refresh' })}
        onLeave={() => queue.send({ type: 'queue.leave' })}
        onRetry={() => queue.send({ type: 'queue.retry' })}
        onProceed={() => queue.send({ type: 'queue.proceed' })}
        onTakeOver={() => queue.send({ type: 'queue.takeOver' })}
        onSound={chooseSound}
        onGoToSeats={() => queue.send({ type: 'queue.goToSeats' })}
      />
    </>
  );
}

/** The queue page of one event (§2.160). */
export default function QueueScreen() {
  const t = useText();
  const root = useRoot();
  const slug = useSlug();
  const sessionName = useRootSelector(selectEventName);
  const isOnline = useOnline();
  const { connected, error } = useRootSelector(selectRealtime);
  const isAsking = useRootSelector(selectIsAsking);
  const queue = useFlow('queue');
  const event = useShow(slug).data;
  const shared = {
    slug,
    // A broken connection is noticed only after a while; an offline device knows at once.
    realtime: { connected: connected && isOnline, error },
    image: event?.banner ?? null,
    map: event?.layout ?? null,
    eventName: event?.name ?? sessionName,
  };
  const stay = () => root.send({ type: 'leave.cancel' });
  return (
    <>
      {queue === null ? <QueueLoading {...shared} /> : <LiveQueue queue={queue} shared={shared} />}
      <Dialog
        open={isAsking}
        onClose={stay}
        tone="alert"
        size="s"
        title={t('queue.leaveTitle')}
        actions={
          <>
            <Button onClick={stay}>{t('queue.leaveStay')}</Button>
            <Button variant="secondary" onClick={() => root.send({ type: 'leave.confirm' })}>
              {t('queue.leaveGo')}
            </Button>
          </>
        }
      >
        <p>{t('queue.leaveText')}</p>
      </Dialog>
    </>
  );
}
