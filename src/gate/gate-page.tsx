import { useSelector } from '@xstate/react';
import { Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { type Locale, languages, locales } from '../../contract/texts/locale.ts';
import type { gateMachine } from '../../machines/gate/gate.machine.ts';
import { rememberedLocale, rememberLocale } from '../text/remembered-locale.ts';
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
  const [locale, setLocale] = useState<Locale>(rememberedLocale);
  const words = wordsIn(locale);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const choose = (chosen: Locale) => {
    rememberLocale(chosen);
    setLocale(chosen);
  };
  const title = `${words.title} – Roetix`;
  return (
    <WordsContext value={words}>
      <title>{title}</title>
      <Frame locale={locale} onLocale={choose}>
        <Body gate={gate} video={video} signals={signals} />
      </Frame>
    </WordsContext>
  );
}

function Frame(props: {
  readonly locale: Locale;
  readonly onLocale: (locale: Locale) => void;
  readonly children: ReactNode;
}): ReactNode {
  const words = useWords();
  return (
    <>
      {props.children}
      <footer className={styles.languages}>
        <fieldset>
          <legend>{words.language}</legend>
          {locales.map((each) => (
            <button
              type="button"
              key={each}
              lang={each}
              aria-pressed={props.locale === each}
              className={styles.choice}
              onClick={() => props.onLocale(each)}
            >
              {languages[each].name}
            </button>
          ))}
        </fieldset>
      </footer>
    </>
  );
}

function Body({ gate, video, signals }: GatePageProps): ReactNode {
  const words = useWords();
  const snapshot = useSelector(gate, (at) => at);
  const { work, offeredPass, problem } = snapshot.context;
  const [isAskingPass, askPass] = useState(false);
  useEffect(() => {
    const judged = gate.on('scan.judged', ({ verdict }) => signals.play(verdict));
    const answered = gate.on('pass.answered', () => askPass(false));
    return () => {
      judged.unsubscribe();
      answered.unsubscribe();
    };
  }, [gate, signals]);

  if (snapshot.matches('opening') || snapshot.matches('leaving')) {
    return (
      <main className={styles.page}>
        <p role="status">{words.opening}</p>
      </main>
    );
  }
  if (work === null || !snapshot.matches('working') || isAskingPass) {
    return (
      <main className={styles.page}>
        <PassForm
          offeredPass={offeredPass}
          door={work?.door ?? ''}
          problem={problem}
          isBusy={snapshot.matches('unlocking')}
          onGive={(pass, door) => gate.send({ type: 'pass.give', pass, door })}
        />
      </main>
    );
  }
  const { scan } = snapshot.context;
  const isShown = snapshot.matches({ working: { door: 'shown' } }) && scan !== null;
  return (
    <>
      <div inert={isShown}>
        <Door
          gate={gate}
          snapshot={snapshot}
          video={video}
          signals={signals}
          onNewPass={() => askPass(true)}
        />
      </div>
      {isShown && (
        <Result
          key={scan.scanId}
          scan={scan}
          door={work.door}
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

function Door(props: {
  readonly gate: GateActor;
  readonly snapshot: GateSnapshot;
  readonly video: HTMLVideoElement;
  readonly signals: Signals;
  readonly onNewPass: () => void;
}): ReactNode {
  const words = useWords();
  const { gate, snapshot, signals } = props;
  const { work, attempts } = snapshot.context;
  const [hasSignals, setSignals] = useState(signals.isOn);
  const isKept = useIsCached();
  if (work === null) return null;
  const { event, door, tally } = work;
  const isRefused = snapshot.matches({ working: { sync: 'refused' } });
  const isOffline = attempts > 0 && !isRefused;
  const toggleSignals = () => {
    signals.set(!hasSignals);
    setSignals(!hasSignals);
  };
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{event.name}</h1>
          <p className={styles.door}>
            {door}
            <span className={styles.net} data-offline={attempts > 0}>
              {isRefused ? words.passOver : isOffline ? words.offline : words.online}
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
      <Reading gate={gate} snapshot={snapshot} video={props.video} />
      <SyncState
        unsynced={tally.unsynced}
        isOffline={isOffline}
        isRefused={isRefused}
        isKept={isKept}
        isSyncing={snapshot.matches({ working: { sync: 'syncing' } })}
        onSync={() => gate.send({ type: 'sync.now' })}
        onNewPass={props.onNewPass}
      />
      <Recent recent={tally.recent} />
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
        <LeaveDoor
          isAllSynced={tally.unsynced === 0}
          onLeave={() => gate.send({ type: 'gate.leave' })}
        />
      </div>
    </main>
  );
}

function Reading(props: {
  readonly gate: GateActor;
  readonly snapshot: GateSnapshot;
  readonly video: HTMLVideoElement;
}): ReactNode {
  const words = useWords();
  const { gate, snapshot, video } = props;
  const { cameraProblem, hasTorch, isTorchOn, mode } = snapshot.context;
  const isChecking = snapshot.matches({ working: { door: 'checking' } });
  if (isChecking && mode === 'manual') {
    return (
      <p className={styles.noCamera} role="status">
        {words.checking}
      </p>
    );
  }
  if (snapshot.matches({ working: { door: { ready: 'manual' } } })) {
    return (
      <ManualEntry
        onCode={(code) => gate.send({ type: 'code.type', code })}
        onCamera={() => gate.send({ type: 'mode.camera' })}
      />
    );
  }
  if (snapshot.matches({ working: { door: { ready: 'noCamera' } } })) {
    return (
      <NoCamera
        problem={cameraProblem}
        onCamera={() => gate.send({ type: 'mode.camera' })}
        onManual={() => gate.send({ type: 'mode.manual' })}
      />
    );
  }
  return (
    <CameraView
      video={video}
      isOpening={snapshot.matches({ working: { door: { ready: { camera: 'starting' } } } })}
      hasTorch={hasTorch}
      isTorchOn={isTorchOn}
      onTorch={() => gate.send({ type: 'torch.toggle' })}
      onManual={() => gate.send({ type: 'mode.manual' })}
    />
  );
}
