import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { eventTicketsPdf } from '../../../contract/tickets.ts';
import { useApi } from '../../app/api-context.ts';
import { saveFile } from '../../effects/save-file.ts';
import { useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './all-tickets-button.module.css';

interface AllTicketsButtonProps {
  readonly slug: string;
  /** Leaves the tickets of other orders out; those of all come without one. */
  readonly order: string | undefined;
}

/** Saves every ticket of an order as one PDF, and says when it could not (§8). */
export function AllTicketsButton({ slug, order }: AllTicketsButtonProps) {
  const api = useApi();
  const t = useText();
  const [state, setState] = useState<'idle' | 'fetching' | 'failed'>('idle');
  const save = async () => {
    setState('fetching');
    const query = order === undefined ? {} : { order };
    const file = await api.file(eventTicketsPdf, { params: { eventId: slug }, query });
    if (file.ok) saveFile(file.value, `tickets-${slug}.pdf`);
    setState(file.ok ? 'idle' : 'failed');
  };
  return (
    <div className={styles.all}>
      <Button
        variant="secondary"
        block
        icon={<FileDown />}
        busy={state === 'fetching'}
        onClick={() => void save()}
      >
        {t('eticket.saveAll')}
      </Button>
      {state === 'failed' && (
        <Alert tone="danger">
          <Words of="eticket.pdfFailed" />
        </Alert>
      )}
    </div>
  );
}
