import type { Invoice } from '../domain/payment/invoices.ts';
import { invoicePdf } from '../domain/payment/invoices-pdf.ts';
import { ticketsPdf } from '../domain/ticket/documents-pdf.ts';
import type { TicketDocument } from '../domain/ticket/tickets.ts';

/** A document to be made, whole in itself: nothing more is read for it. */
export type DocumentJob =
  | {
      readonly kind: 'tickets';
      readonly documents: readonly [TicketDocument, ...TicketDocument[]];
    }
  | { readonly kind: 'invoice'; readonly invoice: Invoice };

/** What stands in a file beside its content. */
export interface DocumentImprint {
  readonly productName: string;
  readonly madeAt: Date;
}

/** Makes a document, on the thread that calls it. */
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
