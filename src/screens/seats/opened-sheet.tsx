import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/navigation/dialog.tsx';
import styles from './seats.module.css';

interface OpenedSheetProps {
  readonly title: string;
  readonly icon: ReactNode;
  /** Called with the function that closes the sheet. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button above the map that opens a sheet. */
export function OpenedSheet({ title, icon, children }: OpenedSheetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        icon={icon}
        className={styles.opener ?? ''}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {title}
      </Button>
      <Sheet open={isOpen} onClose={close} title={title}>
        {children(close)}
      </Sheet>
    </>
  );
}
