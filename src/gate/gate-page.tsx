import { shallowEqual, useSelector } from '@xstate/react';
import { GraduationCap, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { gateMachine } from '../../machines/gate/gate.machine.ts';
import { LanguageChoice, useChosenLocale } from '../text/language-choice.tsx';
import styles from './gate.module.css';
import { LeaveDoor } from './leave-door.tsx';
import { PassForm } from './pass-form.tsx';
import { CameraView, ManualEntry, NoCamera } from './reading.tsx';
import { Result } from './result.tsx';
import type { Signals } from './signals.ts';
import { Conflicts, Recent, SyncState } from './tally-view.tsx';
import { useWords, WordsContext, wordsIn } from './words/words-context.ts';

type GateActor = ActorRefFrom<typeof gateMachine>;
type GateSnapshot = SnapshotFrom<typeof gateMachine>;

interface GatePageProps {
  readonly gate: GateActor;
  readonly video: HTMLVideoElement;
  readonly signals: Signals;
}

/** The gate page. */
export function GatePage({ gate, video, signals }: GatePageProps): ReactNode {
  const [locale, chooseLocale] = useChosenLocale();
  const words = wordsIn(locale);
  const title = `${words.title} – Roetix`;
  return (
    <WordsContext value={words}>
      <title>{title}</title>
      <Body gate={gate} video={video} signals={signals} />
      <footer className={styles.languages}>
        <LanguageChoice
          label={words.language}
          buttonClassName={styles.choice}
          locale={locale}
          onLocale={chooseLocale}
        />
      </footer>
    </WordsContext>
  );
}

function selectBody(snapshot: GateSnapshot) {
  const { work, offeredPass, problem, scan, guest, isPractice } = snapshot.context;
  return {
    isOpening: snapshot.matches('opening') || snapshot.matches('leaving'),
    isWorking: snapshot.matches('working') && work !== null,
    isUnlocking: snapshot.matches('unlocking'),
    door: work?.door ?? '',
    offeredPass,
    problem,
    guest,
    isPractice,
    scan: snapshot.matches({ working: { door: 'shown' } }) ? scan : null,
  };
}

function Body({ gate, video, signals }: GatePageProps): ReactNode {
  const words = useWords();
  const body = useSelector(gate, selectBody, shallowEqual);
  const { isOpening, isWorking, isUnlocking, door, offeredPass, problem, scan } = body;
  const [isAskingPass, askPass] = useState(false);
  useEffect(() => {
    const judged = gate.on('scan.judged', ({ verdict }) => signals.play(verdict));
    const answered = gate.on('pass.answered', () => askPass(false));
    return () => {
      judged.unsubscribe();
      answered.unsubscribe();
    };
  }, [gate, signals]);

  if (isOpening) {
    return (
      <main className={styles.page}>
        <p role="status">{words.opening}</p>
      </main>
    );
  }
  if (!isWorking || isAskingPass) {
    return (
      <main className={styles.page}>
        <PassForm
          offeredPass={offeredPass}
          door={door}
          problem={problem}
          isBusy={isUnlocking}
          onGive={(pass, at) => gate.send({ type: 'pass.give', pass, door: at })}
        />
      </main>
    );
  }
  return (
    <>
      <div inert={scan !== null}>
        <Door gate={gate} video={video} signals={signals} onNewPass={() => askPass(true)} />
      </div>
      {scan !== null && (
        <Result
          key={scan.scanId}
          scan={scan}
          door={door}
          guest={body.guest}
          isPractice={body.isPractice}
          onNext={() => gate.send({ type: 'result.dismiss' })}
        />
      )}
    </>
  );
}

/** Whether a service worker caches the page; false for a moment on the first visit. */
function useIsCached(): boolean {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    void navigator.serviceWorker?.ready.then(() => setKept(true));
  }, []);
  return isKept;
}

function selectSync(snapshot: GateSnapshot) {
  const { work, attempts } = snapshot.context;
  return {
    work,
    hasFailed: attempts > 0,
    isRefused: snapshot.matches({ working: { sync: 'refused' } }),
    isSyncing: snapshot.matches({ working: { sync: 'syncing' } }),
    mayUndo: snapshot.can({ type: 'entry.undo' }),
  };
}

function Head({ gate }: { readonly gate: GateActor }): ReactNode {
  const words = useWords();
  const { work, hasFailed, isRefused } = useSelector(gate, selectSync, shallowEqual);
  if (work === null) return null;
  const { event, door, tally } = work;
  return (
    <>
      <header className={styles.head}>
        <div>
          <h1>{event.name}</h1>
          <p className={styles.door}>
            {door}
            <span className={styles.net} data-offline={hasFailed}>
              {isRefused ? words.passOver : hasFailed ? words.offline : words.online}
            </span>
          </p>
        </div>
        <dl className={styles.counts}>
          <div>
            <dt>{words.admitted}</dt>
            <dd>{tally.admitted}</dd>
          </div>
          <div>
            <dt>{words.refused}</dt>
            <dd>{tally.refused}</dd>
          </div>
        </dl>
      </header>
      <Conflicts conflicts={tally.conflicts} />
    </>
  );
}

function Uploads(props: { readonly gate: GateActor; readonly onNewPass: () => void }): ReactNode {
  const { gate, onNewPass } = props;
  const { work, hasFailed, isRefused, isSyncing, mayUndo } = useSelector(
    gate,
    selectSync,
    shallowEqual,
  );
  const isKept = useIsCached();
  if (work === null) return null;
  return (
    <>
      <SyncState
        unsynced={work.tally.unsynced}
        isOffline={hasFailed && !isRefused}
        isRefused={isRefused}
        isKept={isKept}
        isSyncing={isSyncing}
        onSync={() => gate.send({ type: 'sync.now' })}
        onNewPass={onNewPass}
      />
      <Recent
        recent={work.tally.recent}
        onUndo={mayUndo ? () => gate.send({ type: 'entry.undo' }) : null}
      />
    </>
  );
}

const selectIsAllSynced = ({ context }: GateSnapshot) => context.work?.tally.unsynced === 0;
const selectIsPractice = ({ context }: GateSnapshot) => context.isPractice;

function Door(props: GatePageProps & { readonly onNewPass: () => void }): ReactNode {
  const words = useWords();
  const { gate, video, signals, onNewPass } = props;
  const isAllSynced = useSelector(gate, selectIsAllSynced);
  const isPractice = useSelector(gate, selectIsPractice);
  const [hasSignals, setSignals] = useState(signals.isOn);
  const toggleSignals = () => {
    signals.set(!hasSignals);
    setSignals(!hasSignals);
  };
  return (
    <main className={styles.page}>
      <Head gate={gate} />
      {isPractice && (
        <p role="status" className={styles.practice}>
          {words.practiceNote}
        </p>
      )}
      <Reading gate={gate} video={video} />
      <Uploads gate={gate} onNewPass={onNewPass} />
      <div className="stack gap-2">
        <button
          type="button"
          className={styles.choice}
          aria-pressed={hasSignals}
          onClick={toggleSignals}
        >
          {hasSignals ? <Volume2 /> : <VolumeX />}
          {hasSignals ? words.signalsOn : words.signalsOff}
        </button>
        <button
          type="button"
          className={styles.choice}
          aria-pressed={isPractice}
          onClick={() => gate.send({ type: 'practice.toggle' })}
        >
          <GraduationCap />
          {isPractice ? words.practiceEnd : words.practiceBegin}
        </button>
        <LeaveDoor isAllSynced={isAllSynced} onLeave={() => gate.send({ type: 'gate.leave' })} />
      </div>
    </main>
  );
}

function selectReading(snapshot: GateSnapshot) {
  const { cameraProblem, hasTorch, isTorchOn, mode } = snapshot.context;
  const isAt = (ready: 'manual' | 'noCamera' | { camera: 'starting' }) =>
    snapshot.matches({ working: { door: { ready } } });
  return {
    isCheckingTyped: snapshot.matches({ working: { door: 'checking' } }) && mode === 'manual',
    isManual: isAt('manual'),
    hasNoCamera: isAt('noCamera'),
    isOpening: isAt({ camera: 'starting' }),
    cameraProblem,
    hasTorch,
    isTorchOn,
  };
}

function Reading(props: { readonly gate: GateActor; readonly video: HTMLVideoElement }): ReactNode {
  const words = useWords();
  const { gate, video } = props;
  const reading = useSelector(gate, selectReading, shallowEqual);
  if (reading.isCheckingTyped) {
    return (
      <p className={styles.noCamera} role="status">
        {words.checking}
      </p>
    );
  }
  if (reading.isManual) {
    return (
      <ManualEntry
        onCode={(code) => gate.send({ type: 'code.type', code })}
        onCamera={() => gate.send({ type: 'mode.camera' })}
      />
    );
  }
  if (reading.hasNoCamera) {
    return (
      <NoCamera
        problem={reading.cameraProblem}
        onCamera={() => gate.send({ type: 'mode.camera' })}
        onManual={() => gate.send({ type: 'mode.manual' })}
      />
    );
  }
  return (
    <CameraView
      video={video}
      isOpening={reading.isOpening}
      hasTorch={reading.hasTorch}
      isTorchOn={reading.isTorchOn}
      onTorch={() => gate.send({ type: 'torch.toggle' })}
      onManual={() => gate.send({ type: 'mode.manual' })}
    />
  );
}
