import * as z from 'zod/mini';
import type { Moment } from '../wire.ts';

/** Result of a lab tool, as text for the tester. */
export interface LabAnswer {
  readonly ok: boolean;
  readonly text: string;
}

/** The event and the payment on which the tools act. */
interface LabTarget {
  readonly slug: string | null;
  readonly paymentId: string | null;
}

const rootContext = z.object({
  screen: z.object({ slug: z.optional(z.string()) }),
  reading: z.nullable(z.object({ slug: z.nullable(z.string()) })),
});
const paymentContext = z.object({
  reading: z.nullable(z.object({ payment: z.object({ id: z.string() }) })),
});
const refusal = z.object({ message: z.string() });
const clockState = z.object({ offset_seconds: z.number() });
const room = z.object({
  data: z.object({
    capacity: z.nullable(z.number()),
    paused: z.boolean(),
    promoted: z.number(),
  }),
});
const account = z.object({ data: z.object({ email: z.string() }) });
const mailList = z.array(z.object({ subject: z.string(), text: z.string(), sent_at: z.string() }));

/** Current event and payment of the inspected app, read from its machines. */
export function labTarget(moment: Moment): LabTarget {
  const actors = Object.values(moment.actors);
  const contextOf = (machine: string) =>
    [...actors].reverse().find((actor) => actor.machine === machine)?.context;
  const root = rootContext.safeParse(contextOf('root'));
  const payment = paymentContext.safeParse(contextOf('payment'));
  return {
    slug: root.success ? (root.data.screen.slug ?? root.data.reading?.slug ?? null) : null,
    paymentId: payment.success ? (payment.data.reading?.payment.id ?? null) : null,
  };
}

async function ask(path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(path, {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const data: unknown = await answer.json().catch(() => null);
  if (answer.ok) return data;
  const told = refusal.safeParse(data);
  throw new Error(told.success ? told.data.message : `The server answered ${answer.status}`);
}

async function told(work: () => Promise<string>): Promise<LabAnswer> {
  try {
    return { ok: true, text: await work() };
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : 'The tool failed' };
  }
}

/** True if the lab tools of this page's server are switched on. */
export async function hasLabTools(): Promise<boolean> {
  const clock = await fetch('/dev/clock').catch(() => null);
  return clock?.ok ?? false;
}

/** Admits that many sessions, regardless of capacity or a pause. */
export const promote = (slug: string) =>
  told(async () => {
    const { data } = room.parse(await ask(`/dev/queue/${slug}`, { promote: 1 }));
    return data.promoted === 0 ? 'Nobody was waiting' : `${data.promoted} let in`;
  });

/** Pauses or resumes the queue of an event. */
export const pauseQueue = (slug: string, paused: boolean) =>
  told(async () => {
    const { data } = room.parse(await ask(`/dev/queue/${slug}`, { paused }));
    return data.paused
      ? 'Queue paused: every new buyer waits'
      : `Queue runs, ${data.promoted} let in`;
  });

/** Removes the signed-in account. Its address passes from one call to the other and is never shown. */
export const kick = (slug: string) =>
  told(async () => {
    const { data } = account.parse(await ask('/api/auth/me'));
    await ask(`/dev/queue/${slug}`, { kick: data.email, reason: 'Removed from the inspector' });
    return 'Kicked';
  });

/** Plays the payer's bank. */
export const settlePayment = (paymentId: string, outcome: 'settlement' | 'expire' | 'deny') =>
  told(async () => {
    await ask(`/dev/gateway/${paymentId}`, { outcome });
    return { settlement: 'Paid', expire: 'Expired', deny: 'Denied' }[outcome];
  });

/** Moves the server's clock; the app notices with its next read. */
export const advanceClock = (seconds: number) =>
  told(async () => {
    const { offset_seconds } = clockState.parse(
      await ask('/dev/clock', { advance_seconds: seconds }),
    );
    return `Server clock ${Math.round(offset_seconds / 60)} min ahead`;
  });

/** The one-time code of the newest e-mail that contains one. */
export const newestCode = () =>
  told(async () => {
    const found = mailList
      .parse(await ask('/dev/mail'))
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .find((code) => code !== undefined);
    if (found === undefined) throw new Error('No e-mail contains a code');
    return `Newest code ${found}`;
  });
