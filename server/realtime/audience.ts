import { parseTopic } from '../../contract/realtime.ts';

/** Who may be handed a message: every reader of its topic, one account, all but one account, or nobody. */
export type Audience =
  | 'everyone'
  | 'nobody'
  | { readonly accountId: string }
  | { readonly exceptAccountId: string };

/** One form of a message and who may be handed it. */
export interface Delivery {
  readonly audience: Audience;
  readonly payload: Buffer;
}

type Body = Record<string, unknown> & { readonly user_id?: unknown };

/**
 * Decides who is handed a message, and in which form: bodies of the queue and of payments that name a `user_id` go to that account alone,
 * a payment without one to nobody. Seats that name their holder reach that account with `mine: true`, everybody else with `mine: false`
 * and without the name (ruling R22). Logs and status name nobody. Total: never throws.
 */
export function deliveriesOf(prefix: string, topic: string, payload: Buffer): readonly Delivery[] {
  const kind = parseTopic(prefix, topic)?.kind;
  if (kind === undefined) return [];
  if (kind === 'logs' || kind === 'status') return [{ audience: 'everyone', payload }];
  const body = readBody(payload);
  if (body === null) return [];
  const { user_id: owner, ...rest } = body;
  if (owner === undefined || owner === null) {
    return kind === 'payment' ? [] : [{ audience: 'everyone', payload }];
  }
  // Anything else is no id, and not every value can be made a text of.
  if (typeof owner !== 'string' && typeof owner !== 'number') return [];
  const accountId = String(owner);
  if (kind !== 'seats') return [{ audience: { accountId }, payload }];
  const saying = (mine: boolean) => Buffer.from(JSON.stringify({ ...rest, mine }));
  return [
    { audience: { accountId }, payload: saying(true) },
    { audience: { exceptAccountId: accountId }, payload: saying(false) },
  ];
}

function readBody(payload: Buffer): Body | null {
  try {
    const body: unknown = JSON.parse(payload.toString());
    return typeof body === 'object' ? (body as Body | null) : null;
  } catch {
    return null;
  }
}
