import { useEffect, useState } from 'react';
import type { ETicket } from '../../contract/ticket/tickets.ts';

/** Loads the built-in sample ticket; only the demo has one (§2.363). */
export function useSampleTicket(isAsked: boolean): ETicket | null {
  const [ticket, setTicket] = useState<ETicket | null>(null);
  useEffect(() => {
    if (import.meta.env.MODE === 'demo' && isAsked) {
      void import('./demo/ticket-files.ts').then((files) => setTicket(files.sampleTicket));
    }
  }, [isAsked]);
  return isAsked ? ticket : null;
}
