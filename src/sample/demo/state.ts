import * as z from 'zod/mini';
import { userSchema } from '../../../contract/account.ts';
import { pricingSchema } from '../../../contract/order.ts';
import { paymentSchema } from '../../../contract/payment.ts';
import { sessionStateSchema } from '../../../contract/session.ts';

const instant = z.number();

const purchaseSchema = z.object({
  accountId: z.string(),
  orderCode: z.string(),
  slug: z.string(),
  /** What was or would have been paid, fee included, in whole rupiah. */
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
});

/** All that the demo knows; instants are epoch milliseconds. No password is ever kept. */
export const demoStateSchema = z.object({
  version: z.literal(2),
  /** Counts ids up, so that none comes twice. */
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
      /** Names of the holders by ticket id, as the forms gave them. */
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
      /** 'failed': given up by its buyer for another method. */
      status: z.enum(['pending', 'completed', 'expired', 'failed']),
      startedAt: instant,
      expiresAt: instant,
      /** What is paid for; a demo begun by an older page has none. */
      items: paymentSchema.shape.items,
      pricing: z.optional(pricingSchema),
    }),
  ),
  purchases: z.array(purchaseSchema),
});
/** All that the demo knows. */
export type DemoState = z.infer<typeof demoStateSchema>;
/** A purchase as the demo keeps it. */
export type DemoPurchase = z.infer<typeof purchaseSchema>;

/** Addresses and password of the accounts a demo begins with; the reference server's seed has the same. */
export const demoAccounts = {
  verified: 'pembeli@contoh.id',
  unverified: 'baru@contoh.id',
  password: 'tiket1234',
} as const;

/** A demo nobody has touched. */
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

/** Where a demo is kept between two loads of the page; a text, or null where there is none. */
export interface DemoShelf {
  read(): string | null;
  write(text: string): void;
}

const shelfName = 'roetix:demo';

/** Keeps a demo as long as its tab lives; in memory only where the browser refuses. */
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
        // Full or refused: the demo lasts as long as the page.
      }
    },
  };
}

/** The kept demo, or a fresh one where nothing readable is kept. Total. */
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
