import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { erasePerson, exportPerson } from '../domain/accounts/person.ts';
import { listShows } from '../domain/catalogue/folder/stored-folders.ts';
import { makeGatePass } from '../domain/gate/gate-passes.ts';
import { gatewayMoney, moneyStatement } from '../domain/ledger/statement.ts';
import { publishSeats } from '../domain/order/seat-news.ts';
import { switchMethod } from '../domain/payment/methods-off.ts';
import { reportNames, reportPage } from '../domain/report/report.ts';
import {
  dropTicketKey,
  gateKeyOf,
  generateNextTicketKey,
  verifyingKeys,
} from '../domain/ticket/ticket-keys.ts';
import { voidTicket } from '../domain/ticket/ticket-void.ts';
import { namesOfMethods } from '../gateway/methods.ts';
import { commandMailer } from '../mail/command-mailer.ts';
import type { Keys } from '../secrets/keys.ts';
import type { Services } from '../services.ts';
import { exportTask, runFolderTask } from './event-folders.ts';
import { runMailTask } from './mail.ts';
import { runNoticeTask } from './notices.ts';
import { refundVerbs, runRefundTask } from './refunds.ts';
import { runSaleTask } from './sale-desk.ts';
import { byCommand, saleVerbs } from './sale-task.ts';
import { runStaffTask, staffVerbs } from './staff.ts';

/** Characters of a bounce: the first of them contain all that matters. */
export const longestBounce = 64 * 1024;

const name = z.string().check(z.minLength(1), z.maxLength(200));

/** ISO 8601 instants; null without a bound. */
const period = { from: z.nullable(z.iso.datetime()), until: z.nullable(z.iso.datetime()) };

/** Operator tasks for the running server or its database. */
export const taskSchema = z.discriminatedUnion('task', [
  z.strictObject({
    task: z.literal('gate-pass'),
    slug: name,
    revokeOthers: z.boolean(),
    showsGuests: z.exactOptional(z.boolean()),
  }),
  z.strictObject({
    task: z.literal('void-ticket'),
    code: name,
    seat: z.exactOptional(z.enum(['kept', 'onSale'])),
  }),
  z.strictObject({ task: z.literal('list-ticket-keys') }),
  z.strictObject({ task: z.literal('follow-ticket-key') }),
  z.strictObject({ task: z.literal('drop-ticket-key'), id: name }),
  z.strictObject({ task: z.literal('export-person'), email: name }),
  z.strictObject({ task: z.literal('erase-person'), email: name, withTickets: z.boolean() }),
  z.strictObject({
    task: z.literal('notices'),
    verb: z.enum(['list', 'show', 'apply', 'again', 'dismiss', 'free-seats']),
    id: z.optional(z.int()),
    all: z.optional(z.boolean()),
    reason: z.optional(z.string().check(z.maxLength(2_000))),
  }),
  z.strictObject({
    task: z.literal('sale'),
    verb: z.enum(saleVerbs),
    slug: name,
    yes: z.optional(name),
    to: z.optional(name),
    venue: z.optional(z.string().check(z.maxLength(120))),
    refunds: z.optional(z.boolean()),
    category: z.optional(name),
    count: z.optional(z.nullable(z.int().check(z.nonnegative(), z.maximum(1_000_000)))),
    message: z.optional(z.string().check(z.maxLength(2_000))),
    email: z.optional(name),
    seats: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(2_000))),
  }),
  z.strictObject({ task: z.literal('method'), code: name, isOn: z.boolean() }),
  z.strictObject({
    task: z.literal('mail'),
    verb: z.enum(['list', 'inbox', 'retry', 'bounce']),
    id: z.optional(z.int()),
    event: z.optional(name),
    kind: z.optional(name),
    since: z.optional(name),
    message: z.optional(z.string().check(z.maxLength(longestBounce))),
  }),
  z.strictObject({
    task: z.literal('report'),
    slug: name,
    table: z.enum(reportNames),
    /** The `next` of the page before; empty for the first. */
    after: z.string().check(z.maxLength(400)),
  }),
  z.strictObject({
    task: z.literal('refund'),
    verb: z.enum(refundVerbs),
    order: z.optional(name),
    amount: z.optional(z.int().check(z.positive())),
    tickets: z.optional(z.array(name).check(z.maxLength(100))),
    text: z.optional(z.string().check(z.maxLength(500))),
    account: z.optional(z.strictObject({ bank: name, number: name, holder: name })),
    staff: z.optional(name),
  }),
  z.strictObject({
    task: z.literal('staff'),
    verb: z.enum(staffVerbs),
    email: z.optional(z.string().check(z.maxLength(400))),
    name: z.optional(z.string().check(z.maxLength(400))),
    roles: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
  }),
  z.strictObject({ task: z.literal('money'), slug: z.nullable(name), ...period }),
  z.strictObject({
    task: z.literal('gateway-money'),
    gateway: name,
    after: z.string().check(z.maxLength(400)),
    ...period,
  }),
  z.strictObject({
    task: z.literal('event-folder'),
    verb: z.enum(['plan', 'apply']),
    /** Absolute path that the server can read. */
    folder: z.string().check(z.minLength(1), z.maxLength(4_000)),
    /** Names of categories and vouchers that may change by more than half. */
    confirmed: z.array(z.string().check(z.maxLength(80))).check(z.maxLength(200)),
  }),
  z.strictObject({ task: z.literal('event-export'), slug: name }),
  z.strictObject({ task: z.literal('event-list') }),
]);
/** An operator task. */
export type OperatorTask = z.infer<typeof taskSchema>;

/** The objects that tasks work on. */
export interface OperatorParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  /** Called only by the tasks that need keys. */
  readonly keys: () => Promise<Keys>;
  /** The public address, without a trailing slash. */
  readonly origin: string;
  /** The running server; missing if a command works directly on the database. */
  readonly live?: Services;
  /** Receives a line during long work. */
  readonly onProgress?: (line: string) => void;
}

/** Performs the task and returns the lines to print; they may contain a secret and must not be logged. Throws Refusal. */
export async function runTask(
  { db, clock, config, keys, origin, live, onProgress = () => {} }: OperatorParts,
  task: OperatorTask,
): Promise<readonly string[]> {
  const now = clock.now();
  switch (task.task) {
    case 'gate-pass': {
      const { path, expiresAt } = await makeGatePass(db, task.slug, now, {
        revokeOthers: task.revokeOthers,
        showsGuests: task.showsGuests,
      });
      return [
        `${origin}${path}`,
        `Valid until ${expiresAt.toISOString()}. Give it only to the staff of the gates.`,
      ];
    }
    case 'void-ticket': {
      const { slug, place, isInside, freed } = await voidTicket(
        db,
        { config, mailer: live?.mailer ?? commandMailer(config, now) },
        task.code,
        now,
        { seat: task.seat ?? 'kept' },
      );
      if (live !== undefined) publishSeats(live, slug, freed, 'available');
      return [
        `The ticket for ${place} of ${slug} is void. Gates refuse it after their next synchronisation.`,
        freed.length > 0 ? 'Its place is on sale again.' : 'Its place stays sold.',
        ...(isInside ? ['An attendee has already entered with it.'] : []),
      ];
    }
    case 'list-ticket-keys': {
      const all = (await verifyingKeys(db, await keys())).map(gateKeyOf);
      return all.map(({ id, public_key }, index) => {
        return `${id}  ${public_key}  ${index === 0 ? 'signs and verifies' : 'verifies'}`;
      });
    }
    case 'follow-ticket-key': {
      const { id, public_key } = await generateNextTicketKey(db, await keys(), now);
      return [
        `${id}  ${public_key}`,
        'Gates fetch it within half a minute while they have a network. Then restart the server, which signs with it from then on.',
      ];
    }
    case 'export-person':
      return [JSON.stringify(await exportPerson(db, task.email, now), null, 2)];
    case 'erase-person': {
      const { counts, ended } = await erasePerson(db, task.email, task.withTickets, now);
      for (const hash of ended) live?.broker.dropSession(hash);
      const removed = Object.entries(counts).map(
        ([kind, count]) => `${kind.replace('_', '-')} ${count}`,
      );
      return [
        `The person is erased: ${removed.join(', ')}.`,
        'Orders, payments and refunds stay without a name. The address may register again.',
      ];
    }
    case 'notices':
      return runNoticeTask({ db, now, live: live ?? null }, task);
    case 'sale':
      return runSaleTask({ db, clock, live: live ?? null }, task);
    case 'method': {
      const known = live?.gateways.methods.map(({ code }) => code) ?? Object.keys(namesOfMethods);
      await switchMethod(db, known, task.code, task.isOn, byCommand, now);
      const what = task.isOn ? 'offered again' : 'not offered for new payments';
      return [`${task.code} is ${what}, at every event.`];
    }
    case 'staff':
      return runStaffTask({ db, keys, now, origin }, task);
    case 'mail':
      return runMailTask(db, task, now);
    case 'event-folder':
      return runFolderTask({ db, now, key: (await keys()).staff, onProgress }, task);
    case 'event-export':
      return exportTask(db, task.slug, (await keys()).staff);
    case 'event-list':
      return listShows(db);
    case 'report':
      return [JSON.stringify(await reportPage(db, task))];
    case 'refund':
      return runRefundTask({ db, clock, config, live: live ?? null }, task);
    case 'money':
      return [JSON.stringify(await moneyStatement(db, task))];
    case 'gateway-money':
      return [JSON.stringify(await gatewayMoney(db, task))];
    case 'drop-ticket-key': {
      const { key, reSignedTickets } = await dropTicketKey(db, await keys(), task.id, now);
      return [
        `${key.id} no longer verifies tickets. Gates fetch that with their next synchronisation.`,
        ...(reSignedTickets === 0
          ? []
          : [
              `The server signed its ${reSignedTickets} valid tickets again. Ask the attendees to open them again: codes printed or stored before are PALSU.`,
            ]),
      ];
    }
  }
}
