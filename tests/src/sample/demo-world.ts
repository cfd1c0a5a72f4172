import type { AnswerOf } from '../../../contract/call/call.ts';
import { type CallName, calls } from '../../../contract/call/calls.ts';
import type { EventForm } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import { createBackEnd } from '../../../src/sample/demo/back-end.ts';
import { createBus } from '../../../src/sample/demo/bus.ts';
import { type DemoShelf, demoAccounts } from '../../../src/sample/demo/state.ts';

/** In-memory storage for a demo. */
export function memoryShelf(kept: string | null = null): DemoShelf {
  let text = kept;
  return {
    read: () => text,
    write(next) {
      text = next;
    },
  };
}

/** Answers to forms, for each ticket its own. */
export function answered(forms: readonly EventForm[], tickets: readonly string[]) {
  return Object.fromEntries(
    forms.map(({ id, ask_all, fields }) => [
      id,
      (ask_all ? tickets : [null]).map((ticket_id) => ({
        ticket_id,
        form_data: Object.fromEntries(
          fields.map(({ field_key }) => [field_key, `jawab ${ticket_id ?? 'semua'}`]),
        ),
      })),
    ]),
  );
}

/** The tickets of a draft. */
export const ticketsOf = (draft: DraftResponse | null): string[] =>
  draft?.order_data.items.flatMap((item) => item.seats.map((seat) => seat.ticket_id)) ?? [];

/** What a call is given. */
export interface Given {
  readonly params?: object;
  readonly body?: object;
  readonly query?: object;
}

/** A demo whose clock only the test advances, and the steps of a purchase of one event. */
export function demoWorld(shelf: DemoShelf = memoryShelf(), slug = 'contoh-konser-senja-jakarta') {
  const params = { slug };
  let now = Date.UTC(2031, 4, 6, 3);
  const bus = createBus();
  const told: RealtimeMessage[] = [];
  bus.listen((message) => told.push(message));
  const open = () => createBackEnd({ root: '/api', now: () => now, shelf, bus, latencyMs: 0 });
  let backEnd = open();

  /** Makes a call and returns its response. */
  async function raw(name: CallName, given: Given = {}) {
    const { method, path } = calls[name];
    const filled = path.replace(
      /\{(\w+)\}/g,
      (_, key: string) => (given.params as Record<string, string>)?.[key] ?? '',
    );
    const search = new URLSearchParams(given.query as Record<string, string>);
    return backEnd.fetch(`http://demo.test/api${filled}?${search}`, {
      method,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
  }

  /** The data of a successful call. Throws on a refusal. */
  async function data<N extends CallName>(name: N, given: Given = {}) {
    const response = await raw(name, given);
    const body = (await response.json()) as { message: string; data: AnswerOf<(typeof calls)[N]> };
    if (!response.ok) throw new Error(`${name}: ${response.status} ${body.message}`);
    return body.data;
  }

  const pass = (seconds: number) => {
    now += seconds * 1000;
  };
  const signIn = (email: string = demoAccounts.verified) =>
    data('login', { body: { email, password: demoAccounts.password } });

  async function freeSeats(count: number): Promise<string[]> {
    const { seatLayout } = await data('seatmapCategories', { params });
    return seatLayout.items
      .filter(({ status }) => status === 'available')
      .slice(0, count)
      .map(({ seat_number }) => seat_number);
  }

  /** An order with its forms filled in. */
  async function toMethod() {
    await signIn();
    await data('joinQueue', { params });
    pass(3);
    const seats = await freeSeats(2);
    const tickets = ticketsOf(await data('createDraft', { params, body: { seats } }));
    const forms = await data('eventForms', { params });
    const form_submissions = answered(forms, tickets);
    await data('submitForms', { params, body: { form_submissions } });
  }

  return {
    ...{ told, params, raw, data, pass, signIn, freeSeats, toMethod },
    /** The status and the code of a refusal. */
    async refusal(name: CallName, given: Given = {}) {
      const response = await raw(name, given);
      const { code, message } = (await response.json()) as { code?: string; message: string };
      return { status: response.status, code, message };
    },
    stateNow: async () => (await data('session')).session?.state,
    /** Reloads the page. */
    reload() {
      backEnd.close();
      backEnd = open();
    },
    close: () => backEnd.close(),
  };
}
