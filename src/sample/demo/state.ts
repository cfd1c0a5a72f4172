import * as z from 'zod/mini';
import { userSchema } from '../../../contract/account.ts';
import { laterSubmissionsSchema } from '../../../contract/forms.ts';
import { pricingSchema } from '../../../contract/order.ts';
import { paymentSchema } from '../../../contract/payment.ts';
import { sessionStateSchema } from '../../../contract/session.ts';

const instant = z.number();

const purchaseSchema = z.object({
  accountId: z.string(),
  orderCode: z.string(),
  slug: z.string(),
  /** Amount paid or to be paid, including the fee, in whole rupiah. */
  total: z.number(),
  status: z.enum(['completed', 'pending', 'cancelled']),
  madeAt: instant,
  tickets: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      seat: z.string(),
      category: z.string(),
      holder: z.string(),
    }),
  ),
  /** Answers to the later forms; absent until they are given. */
  laterAnswers: z.optional(laterSubmissionsSchema),
});

/** The demo's state; instants are epoch milliseconds. It never holds a password. */
export const demoStateSchema = z.object({
  version: z.literal(2),
  /** Counter for unique ids. */
  serial: z.number(),
  accounts: z.array(userSchema),
  /** Data URL. */
  photo: z.optional(z.nullable(z.string())),
  /** Id of the account that is signed in. */
  signedIn: z.nullable(z.string()),
  code: z.nullable(z.object({ accountId: z.string(), sentAt: instant, count: z.number() })),
  session: z.nullable(
    z.object({
      id: z.string(),
      accountId: z.string(),
      slug: z.string(),
      state: sessionStateSchema,
      joinedAt: instant,
      onlineAt: z.nullable(instant),
      deadline: z.nullable(instant),
      endedAt: z.nullable(instant),
      seq: z.number(),
    }),
  ),
  order: z.nullable(
    z.object({
      id: z.string(),
      code: z.string(),
      seats: z.array(z.object({ number: z.string(), ticketId: z.string() })),
      voucher: z.nullable(z.string()),
      isLocked: z.boolean(),
      /** Attendees' names by ticket id, from the forms. */
      holders: z.record(z.string(), z.string()),
    }),
  ),
  payment: z.nullable(
    z.object({
      id: z.string(),
      accountId: z.string(),
      slug: z.string(),
      orderCode: z.string(),
      method: z.string(),
      amount: z.number(),
      fee: z.number(),
      /** 'failed': the buyer changed to another method. */
      status: z.enum(['pending', 'completed', 'expired', 'failed']),
      startedAt: instant,
      expiresAt: instant,
      /** The items of the order; absent in a state stored by an older build. */
      items: paymentSchema.shape.items,
      pricing: z.optional(pricingSchema),
    }),
  ),
  purchases: z.array(purchaseSchema),
});
/** The demo's state. */
export type DemoState = z.infer<typeof demoStateSchema>;
/** A purchase as the demo stores it. */
export type DemoPurchase = z.infer<typeof purchaseSchema>;

/** Addresses and password of the initial accounts, the same as in the reference server's seed. */
export const demoAccounts = {
  verified: 'pembeli@contoh.id',
  unverified: 'baru@contoh.id',
  password: 'tiket1234',
} as const;

/** The initial state of a demo. */
export function freshState(now: number): DemoState {
  const account = (
    id: string,
    first: string,
    last: string,
    email: string,
    isVerified: boolean,
  ) => ({
    id,
    name: `${first} ${last}`,
    firstName: first,
    lastName: last,
    email,
    phoneNumber: '+6281200000000',
    role: 'user',
    isVerified,
    created_at: new Date(now).toISOString(),
  });
  return {
    version: 2,
    serial: 0,
    accounts: [
      account('contoh-1', 'Pembeli', 'Contoh', demoAccounts.verified, true),
      account('contoh-2', 'Pengguna', 'Baru', demoAccounts.unverified, false),
    ],
    signedIn: null,
    code: null,
    session: null,
    order: null,
    payment: null,
    purchases: [],
  };
}

/** Storage of a demo's state between page loads; null if empty. */
export interface DemoShelf {
  read(): string | null;
  write(text: string): void;
}

const shelfName = 'roetix:demo';

/** Stores a demo for the lifetime of its tab; in memory only if the browser refuses storage. */
export function tabShelf(window: Window): DemoShelf {
  return {
    read() {
      try {
        return window.sessionStorage.getItem(shelfName);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        window.sessionStorage.setItem(shelfName, text);
      } catch {
        // Storage is full or refused: the demo lasts until the page is reloaded.
      }
    },
  };
}

/** The stored demo, or a new one if nothing readable is stored. Total. */
export function readState(shelf: DemoShelf, now: number): DemoState {
  const text = shelf.read();
  if (text === null) return freshState(now);
  try {
    const parsed = demoStateSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : freshState(now);
  } catch {
    return freshState(now);
  }
}
