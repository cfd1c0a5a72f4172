import X from 'lucide-react/icons/x';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useText } from '../../text/translate.ts';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Escape, a press of the backdrop or the close button; the owner decides. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly titleLang?: string | undefined;
  readonly children?: ReactNode;
  /** Buttons along the bottom, the main one first. */
  readonly actions?: ReactNode;
  /** `alert` requires a choice: role alertdialog, no close button, the backdrop does nothing. */
  readonly tone?: 'dialog' | 'alert';
  /** If false, neither Escape nor backdrop nor close button closes it. */
  readonly dismissible?: boolean;
  readonly size?: 's' | 'm' | 'l';
  readonly describedBy?: string;
  readonly className?: string;
}

type Placement = 'centre' | 'sheet';

function OpenDialog(
  props: Omit<DialogProps, 'open'> & { readonly placement: Placement },
): ReactNode {
  const t = useText();
  const {
    onClose,
    title,
    titleLang,
    children,
    actions,
    tone = 'dialog',
    placement,
    className,
  } = props;
  const { dismissible = true, size = 'm' } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const isAlert = tone === 'alert';

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    // Closing removes the element, so the browser does not return the focus.
    const opener = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]');
    (first ?? dialog.querySelector<HTMLElement>('[data-dialog-title]'))?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  const onCancel = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (dismissible) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Chromium closes a dialog on the second Escape without a cancel event, so the key is cancelled.
    if (event.key === 'Escape' && !dismissible) event.preventDefault();
  };
  const onNativeClose = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (target !== currentTarget || currentTarget.open) return;
    if (dismissible) onClose();
    else currentTarget.showModal();
  };
  const onMouseDown = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget || !dismissible || isAlert) return;
    // Without it the press would move the focus that is about to return to the opener.
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={ref}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={props.describedBy ?? (isAlert ? bodyId : undefined)}
      className={classNames(styles.dialog, styles[placement], styles[size], className)}
      onCancel={onCancel}
      onClose={onNativeClose}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <h2
            id={titleId}
            lang={titleLang}
            className={styles.title}
            tabIndex={-1}
            data-dialog-title=""
          >
            {title}
          </h2>
          {dismissible && !isAlert && (
            <IconButton label={t('common.close')} onClick={onClose} className={styles.close}>
              <X />
            </IconButton>
          )}
        </div>
        <div id={bodyId} className={styles.body}>
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  );
}

/** A modal in the top layer. The focus moves to `[data-autofocus]` or the title, and back to the opener on close. */
export function Dialog({ open, ...rest }: DialogProps): ReactNode {
  return open ? <OpenDialog {...rest} placement="centre" /> : null;
}

/** A dialog that slides in from the bottom edge below 768 px. */
export function Sheet({ open, ...rest }: DialogProps): ReactNode {
  return open ? <OpenDialog {...rest} placement="sheet" /> : null;
}
