import type { EventDetail, EventSummary } from '../../contract/catalogue.ts';
import { defaultPageSettings } from '../../contract/settings.ts';
import type { PageReply, PageRequest } from '../../contract/stored/rendering.ts';
import { detail, summary } from './screens/public-data.tsx';

/** Responses of the API to the reads of a page: data, or the status of a refusal. */
export interface Answers {
  readonly event?: EventDetail | number;
  readonly events?: readonly EventSummary[] | number;
}

function replyOf(data: object | number): PageReply {
  if (typeof data === 'number') {
    const message = data === 404 ? 'Event not found' : 'Internal server error';
    return { status: data, body: JSON.stringify({ status: data, message, data: null }) };
  }
  const counts = { total: 1, count: 1, per_page: 12, current_page: 1, total_pages: 1 };
  const pagination = { ...counts, links: { next: null, previous: null } };
  return { status: 200, body: JSON.stringify({ status: 200, message: 'OK', data, pagination }) };
}

/** A page request with faked responses; `asked` collects the reads. */
export function pageRequest(
  path: string,
  answers: Answers = {},
  change: Partial<PageRequest> = {},
): PageRequest & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    path,
    origin: 'https://tiket.contoh.id',
    locale: 'id',
    settings: defaultPageSettings,
    read: async (call) => {
      asked.push(call);
      if (call.startsWith('/event/')) return replyOf(answers.event ?? detail());
      if (call.startsWith('/locations')) return replyOf([]);
      return replyOf(answers.events ?? [summary()]);
    },
    cleanHtml: (html) => html,
    ...change,
    asked,
  };
}
