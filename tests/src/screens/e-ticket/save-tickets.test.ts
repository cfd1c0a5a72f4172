// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventTicketsPdf, ticketPdf } from '../../../../contract/ticket/tickets.ts';
import type { Api } from '../../../../src/effects/http/api.ts';
import { saveOrderTickets } from '../../../../src/screens/e-ticket/save-tickets.ts';
import { ok, unreachable } from '../../../support/flows/machines.ts';
import { eTicket } from '../public-data.tsx';

const pdf = new Blob(['%PDF'], { type: 'application/pdf' });
const file = vi.fn(async (_call: unknown, _given: object): Promise<unknown> => ok(pdf));
const call = vi.fn(async (): Promise<unknown> => ok({ ticket: eTicket }));
const api = { file, call } as unknown as Api;
let names: string[];

beforeEach(() => {
  names = [];
  vi.clearAllMocks();
  // jsdom has no object URLs.
  Object.assign(URL, { createObjectURL: () => 'blob:x' });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

const save = (...ticket_ids: string[]) =>
  saveOrderTickets(api, 'konser', { order_code: 'RTX-1', ticket_ids });

it('saves a single ticket under its code, or its id where that is not known', async () => {
  expect(await save('t1')).toBe(true);
  call.mockResolvedValueOnce(unreachable());
  expect(await save('t1')).toBe(true);
  expect(names).toEqual(['ticket-2PAS-QVP8.pdf', 'ticket-t1.pdf']);
  expect(file).toHaveBeenLastCalledWith(ticketPdf, { params: { id: 't1' } });
});

it('saves several as one file of that order', async () => {
  expect(await save('t1', 't2')).toBe(true);
  expect(names).toEqual(['tickets-konser.pdf']);
  expect(file.mock.calls).toEqual([
    [eventTicketsPdf, { params: { eventId: 'konser' }, query: { order: 'RTX-1' } }],
  ]);
});

it('saves nothing and says so when there is none yet, or none can be fetched', async () => {
  expect(await save()).toBe(false);
  expect(file).not.toHaveBeenCalled();
  file.mockResolvedValueOnce(unreachable());
  expect(await save('t1')).toBe(false);
  file.mockResolvedValueOnce(unreachable());
  expect(await save('t1', 't2')).toBe(false);
  expect(names).toEqual([]);
});
