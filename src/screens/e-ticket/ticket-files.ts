import { useRef, useState } from 'react';
import { eTicketHtml, ticketPdf } from '../../../contract/ticket/tickets.ts';
import { useApi } from '../../app/reads/api-context.ts';
import { saveFile } from '../../effects/save-file.ts';
import { saveTickets } from './save-tickets.ts';

/** The two file formats of a ticket. */
export type TicketFile = 'pdf' | 'html';

/** Actions of the file buttons of a ticket. */
export interface TicketFiles {
  /** The file that is loading. */
  readonly fetching: TicketFile | 'share' | null;
  /** The file that failed to load. */
  readonly failed: TicketFile | null;
  /** The file arrived too late for the press; the next press shares it at once. */
  readonly isReady: boolean;
  readonly onPrint: () => void;
  readonly onSave: (file: TicketFile) => void;
  /** Shares the ticket with another app; null if the browser cannot. */
  readonly onShare: (() => void) | null;
}

/** Prints, saves and shares one ticket. */
export function useTicketFiles(id: string, code: string): TicketFiles {
  const api = useApi();
  const [fetching, setFetching] = useState<TicketFiles['fetching']>(null);
  const [failed, setFailed] = useState<TicketFile | null>(null);
  const [isReady, setIsReady] = useState(false);
  const kept = useRef<File | null>(null);

  const fetchFile = async (file: TicketFile, from: TicketFile | 'share'): Promise<Blob | null> => {
    setFetching(from);
    setFailed(null);
    const answer = await api.file(file === 'pdf' ? ticketPdf : eTicketHtml, { params: { id } });
    setFetching(null);
    if (answer.ok) return answer.value;
    setFailed(file);
    return null;
  };
  const save = async (file: TicketFile) => {
    if (file === 'html') {
      const fetched = await fetchFile(file, file);
      if (fetched !== null) saveFile(fetched, `ticket-${code}.html`);
      return;
    }
    setFetching(file);
    setFailed(null);
    const isSaved = await saveTickets(api, { ticket: id }, `ticket-${code}.pdf`);
    setFetching(null);
    if (!isSaved) setFailed(file);
  };
  const share = async () => {
    const fetched = kept.current ?? (await fetchFile('pdf', 'share'));
    if (fetched === null) return;
    kept.current = new File([fetched], `ticket-${code}.pdf`, { type: 'application/pdf' });
    try {
      await navigator.share({ files: [kept.current] });
      setIsReady(false);
    } catch (error) {
      // A browser shares only right after a press, and a slow network takes longer. Closing the share sheet is no failure.
      setIsReady(error instanceof DOMException && error.name === 'NotAllowedError');
    }
  };
  return {
    fetching,
    failed,
    isReady,
    onPrint() {
      // A browser inside another app may be unable to print; saves the file instead.
      if (typeof window.print === 'function') window.print();
      else void save('pdf');
    },
    onSave: (file) => void save(file),
    onShare: canShareFiles() ? () => void share() : null,
  };
}

/** True if the browser can share files with other apps, mostly on phones. */
function canShareFiles(): boolean {
  const probe = new File([], 'ticket.pdf', { type: 'application/pdf' });
  return navigator.canShare?.({ files: [probe] }) === true;
}
