import { useRef } from 'react';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import styles from './profile.module.css';
import type { PhotoProblem } from './use-photo.ts';

/** State and actions of the profile photo. */
export interface PhotoPickerProps {
  /** Shown without a photo. */
  readonly initials: string;
  /** Data URL; null without a photo. */
  readonly image: string | null;
  readonly busy: boolean;
  readonly problem: PhotoProblem;
  /** Null removes the photo. */
  readonly onChange: (file: File | null) => void;
}

const problemKeys = {
  notPicture: 'profile.photoOnlyImages',
  notKept: 'profile.photoFailed',
} as const;

/** 'Ganti Foto' and 'Hapus Foto' (§2.391). */
export function PhotoPicker({ initials, image, busy, problem, onChange }: PhotoPickerProps) {
  const t = useText();
  const files = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  return (
    <fieldset className={styles.photo} aria-busy={busy}>
      <legend className={styles.photoLegend}>{t('profile.photo')}</legend>
      {image === null ? (
        <span className={styles.face} aria-hidden="true">
          {initials}
        </span>
      ) : (
        <img
          src={image}
          alt={t('profile.photoAlt')}
          width="88"
          height="88"
          className={styles.face}
        />
      )}
      <div className={styles.photoActions}>
        <input
          ref={files}
          type="file"
          accept="image/*"
          hidden
          data-testid="photo-file"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) onChange(file);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        <Button
          ref={change}
          size="s"
          variant="secondary"
          busy={busy}
          onClick={() => files.current?.click()}
        >
          {t('profile.changePhoto')}
        </Button>
        {image !== null && (
          <Button
            size="s"
            variant="ghost"
            onClick={() => {
              onChange(null);
              // This button disappears with the photo, so the focus moves.
              change.current?.focus();
            }}
          >
            {t('profile.removePhoto')}
          </Button>
        )}
      </div>
      <p className={styles.photoNote} role={problem === null ? undefined : 'alert'}>
        {t(problem === null ? 'profile.photoNote' : problemKeys[problem])}
      </p>
    </fieldset>
  );
}
