import { calls } from '../../../contract/call/calls.ts';
import type { EventForm, FormSubmissions } from '../../../contract/forms.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import { selectedSeatsKey } from '../../../contract/stored/storage.ts';
import type { StoredKey } from '../../../contract/stored/stored-key.ts';
import { sampleAnswer } from '../../../samples/form-answers.ts';
import type { Fault } from '../faults.ts';
import { extraBuyer } from './people.ts';
import type { Step } from './scenario.ts';
import { password, type Stage, type Tab } from './stage.ts';

const step = (says: string, run: (stage: Stage) => Promise<unknown>): Step => ({
  says,
  run: async (stage) => {
    await run(stage);
  },
});

// People

/** Signs a seeded person in. */
export const signIn = (who: string) => step(`${who} signs in`, (stage) => stage.tab(who));

/** Signs a person in again: the previous session has expired with the clock. */
export const signInAgain = (who: string) =>
  step(`${who} signs in again`, (stage) => stage.signInAgain(who));

/** A new account with a verified address, created by the public API. */
export const register = (who: string) =>
  step(`${who} registers and verifies the address`, (stage) => registerVerified(stage, who));

async function registerVerified(stage: Stage, email: string): Promise<void> {
  const tab = stage.visitor();
  const [firstName = 'Tamu'] = email.split('@');
  await tab.call(calls.register, {
    body: { firstName, lastName: 'Antre', phoneNumber: '+6281234567890', email, password },
  });
  await tab.call(calls.generateOtp);
  await tab.call(calls.validateOtp, { body: { otp: await mailedCode(stage, email) } });
}

async function mailedCode(stage: Stage, email: string): Promise<string> {
  const path = `/dev/mail?to=${encodeURIComponent(email)}`;
  const [newest] = await stage.tool<{ text: string }[]>('GET', path);
  return /\b(\d{6})\b/.exec(newest?.text ?? '')?.[1] ?? '';
}

/** Requests codes, one a minute of the server's time. */
export const askCodes = (who: string, count = 1) =>
  step(`${who} requests ${count === 1 ? 'a code' : `${count} codes`}`, async (stage) => {
    const tab = await stage.tab(who);
    for (let asked = 0; asked < count; asked += 1) {
      if (asked > 0) await stage.tool('POST', '/dev/clock', { advance_seconds: 61 });
      await tab.call(calls.generateOtp);
    }
  });

/** Signs out with the browser's own sign-in. */
export const signOut = (who: string) =>
  step(`${who} signs out in another tab`, async (stage) =>
    (await stage.tab(who)).call(calls.logout),
  );

// Queue and session

/** Joins: the session is online if there is capacity, else queued. */
export const join = (who: string, slug: string) =>
  step(`${who} joins ${slug}`, async (stage) =>
    (await stage.tab(who)).call(calls.joinQueue, { params: { slug } }),
  );

/** This many other people join, one after the other; the first ones use the free capacity. */
export const fillQueue = (slug: string, count: number) =>
  step(`${count} others join ${slug}`, async (stage) => {
    for (let place = 0; place < count; place += 1) {
      const who = extraBuyer(place);
      await registerVerified(stage, who);
      await (await stage.tab(who)).call(calls.joinQueue, { params: { slug } });
    }
  });

/** Leaves the queue or releases the seats, from another device of the same person. */
export const leaveElsewhere = (who: string) =>
  step(`${who} leaves on another device`, async (stage) =>
    (await stage.otherDevice(who)).call(calls.exitSession),
  );

/** Changes the queue of an event by /dev/queue. */
export const steerQueue = (
  slug: string,
  change: {
    capacity?: number | null;
    paused?: boolean;
    promote?: number;
    kick?: string;
    reason?: string;
    sale_opens_in?: number;
  },
) =>
  step(`the queue of ${slug} gets ${JSON.stringify(change)}`, (stage) =>
    stage.tool('POST', `/dev/queue/${slug}`, change),
  );

// Time and the other tools

/** Moves the server's clock ahead. */
export const advanceClock = (seconds: number) =>
  step(`the clock advances by ${seconds} s`, (stage) =>
    stage.tool('POST', '/dev/clock', { advance_seconds: seconds }),
  );

/** Moves the clock until a person's session has this many seconds left. */
export const runDownTo = (who: string, seconds: number) =>
  step(`the clock advances until ${who} has ${seconds} s left`, async (stage) => {
    const { session } = await (await stage.tab(who)).call(calls.session);
    const left = session?.remaining_seconds ?? 0;
    await stage.tool('POST', '/dev/clock', { advance_seconds: Math.max(0, left - seconds) });
  });

/** Stops or starts the broker. */
export const broker = (up: boolean) =>
  step(`the broker goes ${up ? 'up' : 'down'}`, (stage) =>
    stage.tool('POST', '/dev/broker', { up }),
  );

/** Delays e-mails. */
export const delayMail = (seconds: number) =>
  step(`e-mails arrive after ${seconds} s`, (stage) =>
    stage.tool('POST', '/dev/mail', { delay_seconds: seconds }),
  );

/** Makes calls fail or wait. */
export const fault = (given: Fault) =>
  step(`${given.method ?? 'every call of'} ${given.path} ${faultWords(given)}`, (stage) =>
    stage.tool('POST', '/dev/faults', given),
  );

function faultWords({ status, delay_seconds: delay, times }: Fault): string {
  const answer = status === undefined ? '' : `answers ${status}`;
  const wait = delay === undefined ? '' : `waits ${delay} s`;
  const often = times === undefined ? '' : ` ${times} time(s)`;
  return `${[wait, answer].filter((part) => part !== '').join(' and ')}${often}`;
}

// Seats, forms, payment

async function freeSeats(tab: Tab, slug: string, count: number, from = 0): Promise<string[]> {
  const map = await tab.call(calls.seatmapCategories, { params: { slug } });
  return map.seatLayout.items
    .filter((seat) => seat.status === 'available')
    .slice(from, from + count)
    .map((seat) => seat.seat_number);
}

/** Stores free seats as selected in the browser, without holds. `from` skips that many free ones. */
export const chooseSeats = (who: string, slug: string, count: number, from = 0) =>
  step(`${who} has chosen ${count} seat(s) of ${slug}`, async (stage) => {
    const seats = await freeSeats(await stage.tab(who), slug, count, from);
    stage.facts.chosen.set(who, seats);
    stage.facts.seats.set(who, seats);
    await stage.remember(who, selectedSeatsKey, seats, slug);
  });

/** Holds seats: the selected ones, else the first free ones. With `elsewhere`, from another device than the browser's. */
export const holdSeats = (
  who: string,
  slug: string,
  count: number,
  { voucher = null, elsewhere = false }: { voucher?: string | null; elsewhere?: boolean } = {},
) =>
  step(`${who} holds ${count} seat(s) of ${slug}`, async (stage) => {
    const tab = await (elsewhere ? stage.otherDevice(who) : stage.tab(who));
    const seats = stage.facts.chosen.get(who) ?? (await freeSeats(tab, slug, count));
    stage.facts.chosen.delete(who);
    stage.facts.seats.set(who, seats);
    await tab.call(calls.createDraft, {
      params: { slug },
      body: { seats: [...seats], voucher_code: voucher },
    });
  });

/** Holds the seats that another person selected. */
export const takeSeatsOf = (who: string, chooser: string, slug: string, count = 1) =>
  step(`${who} takes ${count} of the seats ${chooser} chose`, async (stage) => {
    const seats = (stage.facts.seats.get(chooser) ?? []).slice(0, count);
    const body = { seats: [...seats], voucher_code: null };
    await (await stage.tab(who)).call(calls.createDraft, { params: { slug }, body });
  });

/** Releases the held seats. */
export const cancelDraft = (who: string, slug: string) =>
  step(`${who} releases the seats`, async (stage) =>
    (await stage.tab(who)).call(calls.cancelDraft, { params: { slug } }),
  );

/** Sends valid answers to every active form; none if the event has none. */
export const submitForms = (who: string, slug: string) =>
  step(`${who} sends the forms`, async (stage) => {
    const tab = await stage.tab(who);
    const forms = await tab.call(calls.eventForms, { params: { slug } });
    const draft = await tab.call(calls.readDraft, { params: { slug } });
    await tab.call(calls.submitForms, {
      params: { slug },
      body: { form_submissions: submissionsOf(forms, draft) },
    });
  });

function submissionsOf(forms: readonly EventForm[], draft: DraftResponse): FormSubmissions {
  const tickets = draft.order_data.items.flatMap((item) => item.seats);
  const fill = (form: EventForm, number: number) =>
    Object.fromEntries(form.fields.map((field) => [field.field_key, sampleAnswer(field, number)]));
  return Object.fromEntries(
    forms
      .filter((form) => form.is_active)
      .map((form) => [
        form.id,
        form.ask_all
          ? tickets.map((ticket, index) => ({
              ticket_id: ticket.ticket_id,
              form_data: fill(form, index + 1),
            }))
          : [{ ticket_id: null, form_data: fill(form, 0) }],
      ]),
  );
}

/** Starts the payment. */
export const pay = (who: string, slug: string, method = 'qris') =>
  step(`${who} pays by ${method}`, async (stage) => {
    const { payment } = await (await stage.tab(who)).call(calls.createPayment, {
      params: { slug },
      body: { payment_method_code: method },
    });
    stage.facts.paymentId = payment.id;
    stage.facts.ticketId = payment.ticket_ids[0] ?? null;
  });

/** Ends the payment with an outcome, in place of the payer's bank app. */
export const bankSays = (outcome: 'settlement' | 'expire' | 'deny') =>
  step(`the bank says ${outcome}`, (stage) =>
    stage.tool('POST', `/dev/gateway/${stage.facts.paymentId}`, { outcome }),
  );

/** Finds the first ticket of the newest payment, for its path. */
export const findTicket = (who: string, slug: string) =>
  step(`the ticket of ${who} is looked up`, async (stage) => {
    const tab = await stage.tab(who);
    const { payment } = await tab.call(calls.paymentStatus, { params: { slug } });
    stage.facts.ticketId = payment.ticket_ids[0] ?? null;
  });

/** Stores a key in the browser; 'now' means the time at which the page opens. */
export const remember = (who: string, key: StoredKey, value: unknown, slug?: string) =>
  step(`the browser stores ${key.name}`, (stage) => stage.remember(who, key, value, slug));
