import { Camera, Flashlight, FlashlightOff, Keyboard } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { CameraProblem } from '../../machines/gate/gate.types.ts';
import styles from './gate.module.css';
import { useWords } from './words/words-context.ts';

interface CameraViewProps {
  readonly video: HTMLVideoElement;
  readonly isOpening: boolean;
  readonly hasTorch: boolean;
  readonly isTorchOn: boolean;
  readonly onTorch: () => void;
  readonly onManual: () => void;
}

/** Shows the viewfinder's own video element: removing an active camera's element from the page would stop it. */
export function CameraView(props: CameraViewProps): ReactNode {
  const words = useWords();
  const { video } = props;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    frame.current?.append(video);
    return () => video.remove();
  }, [video]);
  return (
    <div className={styles.reading}>
      <div className={styles.finder} ref={frame} aria-hidden="true" />
      <p className={styles.aim} role="status">
        {props.isOpening ? words.cameraOpening : words.aim}
      </p>
      <div className={styles.choices}>
        {props.hasTorch && (
          <button type="button" className={styles.choice} onClick={props.onTorch}>
            {props.isTorchOn ? <FlashlightOff /> : <Flashlight />}
            {props.isTorchOn ? words.torchOff : words.torchOn}
          </button>
        )}
        <button type="button" className={styles.choice} onClick={props.onManual}>
          <Keyboard />
          {words.byHand}
        </button>
      </div>
    </div>
  );
}

/** Shown if the camera cannot be used. */
export function NoCamera(props: {
  readonly problem: CameraProblem | null;
  readonly onCamera: () => void;
  readonly onManual: () => void;
}): ReactNode {
  const words = useWords();
  return (
    <div className={styles.reading}>
      <p className={styles.noCamera} role="status">
        {words.cameraProblem[props.problem ?? 'busy']}
      </p>
      <div className={styles.choices}>
        <button type="button" className={styles.main} onClick={props.onManual}>
          {words.byHand}
        </button>
        <button type="button" className={styles.choice} onClick={props.onCamera}>
          <Camera />
          {words.tryCamera}
        </button>
      </div>
    </div>
  );
}

/** Accepts a typed code: the printed short code or a pasted full code. */
export function ManualEntry(props: {
  readonly onCode: (code: string) => void;
  readonly onCamera: () => void;
}): ReactNode {
  const words = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    if (code === '') field.current?.focus();
    else props.onCode(code);
  };
  return (
    <form className={styles.reading} onSubmit={send} noValidate>
      <p className={styles.field}>
        <label htmlFor={id}>{words.codeField}</label>
        <input
          id={id}
          ref={field}
          name="code"
          className={styles.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          aria-describedby={`${id}-hint`}
        />
        <span className={styles.soft} id={`${id}-hint`}>
          {words.codeHint}
        </span>
      </p>
      <div className={styles.choices}>
        <button type="submit" className={styles.main}>
          {words.check}
        </button>
        <button type="button" className={styles.choice} onClick={props.onCamera}>
          <Camera />
          {words.camera}
        </button>
      </div>
    </form>
  );
}
