import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { useApi } from '../../app/reads/api-context.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './all-tickets-button.module.css';
import { saveEventTickets } from './save-tickets.ts';

interface AllTicketsButtonProps {
  readonly slug: string;
  /** Restricts the file to one order; all orders without it. */
  readonly order: string | undefined;
}

/** Saves every ticket of an order as one PDF, and shows a failure (§8.27). */
export function AllTicketsButton({ slug, order }: AllTicketsButtonProps) {
  const api = useApi();
  const t = useText();
  const [state, setState] = useState<'idle' | 'fetching' | 'failed'>('idle');
  const save = async () => {
    setState('fetching');
    setState((await saveEventTickets(api, slug, order)) ? 'idle' : 'failed');
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
