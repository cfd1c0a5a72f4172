import type { Invoice } from '../domain/payment/invoices.ts';
import { invoicePdf } from '../domain/payment/invoices-pdf.ts';
import { ticketsPdf } from '../domain/ticket/documents-pdf.ts';
import type { TicketDocument } from '../domain/ticket/tickets.ts';

/** The complete data of a document; generating it reads nothing else. */
export type DocumentJob =
  | {
      readonly kind: 'tickets';
      readonly documents: readonly [TicketDocument, ...TicketDocument[]];
    }
  | { readonly kind: 'invoice'; readonly invoice: Invoice };

/** Data printed in a document besides its content. */
export interface DocumentImprint {
  readonly productName: string;
  readonly madeAt: Date;
}

/** Generates a document on the calling thread. */
export function makeDocument(
  job: DocumentJob,
  { productName, madeAt }: DocumentImprint,
): Promise<Buffer> {
  switch (job.kind) {
    case 'tickets':
      return ticketsPdf(job.documents, productName, madeAt);
    case 'invoice':
      return invoicePdf(job.invoice, productName, madeAt);
  }
}
