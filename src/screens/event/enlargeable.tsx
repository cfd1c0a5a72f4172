import Expand from 'lucide-react/icons/expand';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './enlargeable.module.css';

interface EnlargeableProps {
  readonly src: string | null;
  /** Picks the placeholder. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Label of the button. */
  readonly label: string;
  readonly title: string;
  readonly alt: string;
  readonly eager?: boolean;
  /** Picture with fine print: shown wider than a phone, to be scrolled. */
  readonly detailed?: boolean;
  readonly className: string | undefined;
  readonly imageClassName: string | undefined;
}

/** Starts in the middle of a picture wider than the window, where the stage is. */
function centre({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  const box = currentTarget.parentElement;
  if (box !== null) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2;
}

/** A picture that opens enlarged and uncropped (§2.130). */
export function Enlargeable(props: EnlargeableProps): ReactNode {
  const { src, id, width, height, title, alt, detailed = false } = props;
  const [open, setOpen] = useState(false);
  const picture = { src, id, width, height };
  const large = <Picture {...picture} alt={alt} className={styles.image} onLoad={centre} />;
  return (
    <>
      <button
        type="button"
        data-print="keep"
        aria-label={props.label}
        className={classNames(styles.button, props.className)}
        onClick={() => setOpen(true)}
      >
        <Picture
          {...picture}
          alt=""
          eager={props.eager ?? false}
          className={props.imageClassName}
        />
        <span className={styles.hint} aria-hidden="true" data-print="hide">
          <Expand />
        </span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        size="l"
        className={styles.lightbox ?? ''}
      >
        {detailed ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the picture.
          <section tabIndex={0} aria-label={title} className={styles.detailed} data-autofocus="">
            {large}
          </section>
        ) : (
          <div className={styles.whole}>{large}</div>
        )}
      </Dialog>
    </>
  );
}
