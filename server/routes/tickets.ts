import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/call/calls.ts';
import { apiRoot } from '../../contract/limits.ts';
import type { WantedTickets } from '../../contract/ticket/document-link.ts';
import { printedName } from '../config/simulation.ts';
import type { DocumentJob } from '../documents/document-jobs.ts';
import { addressPrefix, audit } from '../domain/audit.ts';
import { laterStateOfOrder } from '../domain/later/order-forms.ts';
import { numberInvoices } from '../domain/ledger/invoice-numbers.ts';
import { readInvoice } from '../domain/payment/invoices.ts';
import { createDocumentLinks } from '../domain/ticket/document-link.ts';
import { documentFileName } from '../domain/ticket/documents.ts';
import { ticketHtml } from '../domain/ticket/documents-html.ts';
import {
  dressed,
  listEventTickets,
  listPurchases,
  listTicketOrders,
  readEventTickets,
  readTicket,
} from '../domain/ticket/tickets.ts';
import { refuseFor } from '../http/refuse.ts';
import type { Routes } from '../http/serve.ts';
import { paginationOf } from './pages.ts';

const refuse = refuseFor(calls.eventTicketsPdf, calls.ticketPdf, calls.invoicePdf);
const refuseLink = refuseFor(calls.documentFile);

/** Default number of rows of a history page (§9.36). */
const historyPerPage = 10;

/** Lets a browser show the file, but run and load nothing (§17.51). */
const htmlPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Tickets, their documents and the history of the signed-in account (§7). */
export const routes: Routes = (serve, services) => {
  const { db, clock, config, documents, budget, posterColours } = services;
  const links = createDocumentLinks(services.keys.device);
  serve(calls.myTickets, async ({ caller }) => ({
    data: await listTicketOrders(db, caller.id, clock.now()),
  }));

  serve(calls.myEventTickets, async ({ caller, params }) => {
    const { tickets, banner } = await listEventTickets(db, caller.id, params.eventId);
    if (tickets.length === 0) return { data: { data: [] } };
    return { data: { data: tickets, colours: await posterColours.read(banner) } };
  });

  serve(calls.eventTicketsPdf, ({ caller, params, query, request }) =>
    download(caller.id, { event: params.eventId, ...query }, request),
  );

  serve(calls.eTicket, async ({ caller, params }) => {
    const { asksLater, ticket } = await readColoured(caller.id, params.id);
    const state = asksLater
      ? await laterStateOfOrder(db, caller.id, ticket.order_id, clock.now())
      : undefined;
    return { data: { ticket: state === undefined ? ticket : { ...ticket, later_forms: state } } };
  });

  serve(calls.eTicketHtml, async ({ caller, params, request }) => {
    const document = await readColoured(caller.id, params.id);
    await auditDownload(caller.id, `ticket:${document.ticket.id}`, 'html', request);
    return {
      data: ticketHtml(document, printedName(config)),
      headers: {
        ...savedAs(documentFileName('ticket', document.ticket.ticket_code, 'html')),
        'content-security-policy': htmlPolicy,
      },
    };
  });

  serve(calls.ticketPdf, ({ caller, params, request }) =>
    download(caller.id, { ticket: params.id }, request),
  );

  serve(calls.documentLink, async ({ caller, body }) => {
    // Made now: the page reports a failure, and the address gives the file at once.
    await ticketsFile(caller.id, body);
    const link = links.sign({ accountId: caller.id, wanted: body }, clock.now());
    return { data: { address: `${apiRoot}${calls.documentFile.path}?link=${link}` } };
  });

  serve(calls.documentFile, ({ query, request }) => {
    const linked = links.read(query.link, clock.now());
    if (linked === null) throw refuseLink('documentLinkOver');
    return download(linked.accountId, linked.wanted, request);
  });

  serve(calls.purchaseHistory, async ({ caller, query }) => {
    const isPaged = query.page !== undefined || query.per_page !== undefined;
    const page = { page: query.page ?? 1, perPage: query.per_page ?? historyPerPage };
    const { rows, total } = await listPurchases(db, caller.id, isPaged ? page : null);
    if (!isPaged) return { data: rows };
    const place = { ...page, count: rows.length, total };
    return { data: rows, pagination: paginationOf(calls.purchaseHistory.path, query, place) };
  });

  serve(calls.invoicePdf, async ({ caller, params, request }) => {
    await numberInvoices(db);
    const invoice = await readInvoice(db, caller.id, params.orderCode);
    const bytes = await made(caller.id, { kind: 'invoice', invoice });
    await auditDownload(caller.id, `order:${invoice.orderId}`, 'invoice', request);
    return fileOf(bytes, documentFileName('invoice', invoice.orderCode, 'pdf'));
  });

  async function ticketsFile(accountId: string, wanted: WantedTickets) {
    if ('ticket' in wanted) {
      const document = await readColoured(accountId, wanted.ticket);
      return {
        bytes: await made(accountId, { kind: 'tickets', documents: [document] }),
        object: `ticket:${document.ticket.id}`,
        name: documentFileName('ticket', document.ticket.ticket_code, 'pdf'),
      };
    }
    const held = await readEventTickets(db, accountId, wanted.event, wanted.order ?? null);
    const documents = await dressed(held.documents, services);
    return {
      bytes: await made(accountId, { kind: 'tickets', documents }),
      object: `event:${held.eventId}`,
      name: documentFileName('tickets', held.eventSlug, 'pdf'),
    };
  }

  async function download(accountId: string, wanted: WantedTickets, request: FastifyRequest) {
    const { bytes, object, name } = await ticketsFile(accountId, wanted);
    await auditDownload(accountId, object, 'pdf', request);
    return fileOf(bytes, name);
  }

  async function readColoured(accountId: string, ticketId: string) {
    const document = await readTicket(db, accountId, ticketId);
    const [coloured] = await dressed([document] as const, services);
    return coloured;
  }

  /** The bytes of a document: cached ones, or new ones that count against the CPU share of the account. */
  function made(accountId: string, job: DocumentJob): Promise<Uint8Array> {
    return documents.make(job, { productName: printedName(config), madeAt: clock.now() }, () => {
      // Documents are alike, and wait for each other: their price is what they take.
      const charge = budget.take('document', accountId, 'account');
      if (typeof charge !== 'number') return;
      throw refuse('documentsBusy', { retryAfterSeconds: charge });
    });
  }

  function auditDownload(
    accountId: string,
    object: string,
    format: string,
    request: FastifyRequest,
  ): Promise<void> {
    return audit(db, {
      at: clock.now(),
      accountId,
      action: 'ticket.download',
      object,
      requestId: request.id,
      addressPrefix: addressPrefix(request.ip),
      detail: { format },
    });
  }
};

/** Headers of a file to save under a name; browsers must not guess another type. */
function savedAs(fileName: string): Record<string, string> {
  return {
    'content-disposition': `attachment; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
  };
}

/** A response that is a file instead of an envelope. */
function fileOf<B>(bytes: B, fileName: string) {
  return { data: '', bytes, headers: savedAs(fileName) };
}
