import Maximize2 from 'lucide-react/icons/maximize-2';
import TicketX from 'lucide-react/icons/ticket-x';
import { useState } from 'react';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { isInApp } from '../../ui/in-app.ts';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { QrCode } from '../../ui/qr/qr-code.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './ticket-code.module.css';

interface TicketCodeProps {
  /** Content of the QR code; a placeholder that no scanner reads if empty. */
  readonly value: string;
  /** Readable text of the code. */
  readonly text: string;
}

/** The ticket code, and a full-screen view of it (§2.364). */
export function TicketCode({ value, text }: TicketCodeProps) {
  const t = useText();
  const [isLarge, setIsLarge] = useState(false);
  if (value === '') {
    return (
      <div className={styles.code}>
        <div className={styles.none}>
          <TicketX aria-hidden="true" />
          <p>{t('eticket.noCode')}</p>
        </div>
        {text !== '' && <p className={styles.text}>{text}</p>}
      </div>
    );
  }
  const code = (size: number) => (
    <QrCode value={value} size={size} label={t('eticket.qr')} className={styles.qr ?? ''} />
  );
  return (
    <div className={styles.code}>
      {code(208)}
      <p className={styles.text}>{text}</p>
      <p className={styles.hint}>{t(isInApp() ? 'inApp.press' : 'eticket.show')}</p>
      <Button
        variant="secondary"
        size="s"
        icon={<Maximize2 />}
        className={styles.enlarge}
        onClick={() => setIsLarge(true)}
      >
        {t('eticket.enlarge')}
      </Button>
      <Dialog
        open={isLarge}
        onClose={() => setIsLarge(false)}
        title={<VisuallyHidden>{t('eticket.qr')}</VisuallyHidden>}
        className={styles.large ?? ''}
      >
        {code(1024)}
        <p className={styles.text}>{text}</p>
      </Dialog>
    </div>
  );
}
