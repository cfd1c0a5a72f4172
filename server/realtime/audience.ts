import { parseTopic } from '../../contract/realtime.ts';

/** The recipients of a message: every reader of its topic, one account, all accounts but one, or none. */
export type Audience =
  | 'everyone'
  | 'nobody'
  | { readonly accountId: string }
  | { readonly exceptAccountId: string };

/** One form of a message with its recipients. */
export interface Delivery {
  readonly audience: Audience;
  readonly payload: Buffer;
}

type Body = Record<string, unknown> & { readonly user_id?: unknown };

/**
 * Returns the recipients of a message and the form each receives: queue and payment bodies with a `user_id` go to that account only, a
 * payment without one to none. Seats with a holder reach that account with `mine: true` and all others with `mine: false`, without the
 * holder (§17.41). Logs, status and line carry no user. Never throws.
 */
export function deliveriesOf(prefix: string, topic: string, payload: Buffer): readonly Delivery[] {
  const kind = parseTopic(prefix, topic)?.kind;
  if (kind === undefined) return [];
  if (kind === 'logs' || kind === 'status' || kind === 'line')
    return [{ audience: 'everyone', payload }];
  const body = readBody(payload);
  if (body === null) return [];
  const { user_id: owner, ...rest } = body;
  if (owner === undefined || owner === null) {
    return kind === 'payment' ? [] : [{ audience: 'everyone', payload }];
  }
  // Other types are no account id, and not every value converts to text.
  if (typeof owner !== 'string' && typeof owner !== 'number') return [];
  const accountId = String(owner);
  if (kind !== 'seats') return [{ audience: { accountId }, payload }];
  const withMine = (mine: boolean) => Buffer.from(JSON.stringify({ ...rest, mine }));
  return [
    { audience: { accountId }, payload: withMine(true) },
    { audience: { exceptAccountId: accountId }, payload: withMine(false) },
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
