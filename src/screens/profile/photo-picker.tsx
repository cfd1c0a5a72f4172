import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import styles from './profile.module.css';

interface PhotoPickerProps {
  /** Shown where no photo was chosen. */
  readonly initials: string;
}

/** 'Ganti Foto' and 'Hapus Foto': a preview in this page alone, nothing is sent or kept (§2, ruling 1.2-AQ). */
export function PhotoPicker({ initials }: PhotoPickerProps) {
  const t = useText();
  const [preview, setPreview] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (preview === null) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    // A chooser may be told to offer all files in spite of `accept`.
    const isImage = file.type.startsWith('image/');
    setRefused(!isImage);
    if (isImage) setPreview(URL.createObjectURL(file));
  };
  const refuse = () => {
    setRefused(true);
    setPreview(null);
  };

  return (
    <fieldset className={styles.photo}>
      <legend className={styles.photoLegend}>{t('profile.photo')}</legend>
      {preview === null ? (
        <span className={styles.face} aria-hidden="true">
          {initials}
        </span>
      ) : (
        <img
          src={preview}
          alt={t('profile.photoAlt')}
          width="88"
          height="88"
          className={styles.face}
          onError={refuse}
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
            take(target.files?.[0]);
            // So that the same file can be chosen again.
            target.value = '';
          }}
        />
        <Button ref={change} size="s" variant="secondary" onClick={() => files.current?.click()}>
          {t('profile.changePhoto')}
        </Button>
        {preview !== null && (
          <Button
            size="s"
            variant="ghost"
            onClick={() => {
              setPreview(null);
              // This button goes with the photo, and would take the focus along.
              change.current?.focus();
            }}
          >
            {t('profile.removePhoto')}
          </Button>
        )}
      </div>
      <p className={styles.photoNote} role={isRefused ? 'alert' : undefined}>
        {t(isRefused ? 'profile.photoOnlyImages' : 'profile.photoNote')}
      </p>
    </fieldset>
  );
}
