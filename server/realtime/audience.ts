import { parseTopic } from '../../contract/realtime.ts';

/** Who may be handed a message: every reader of its topic, one account among them, or nobody. */
export type Audience = 'everyone' | 'nobody' | { readonly accountId: string };

/**
 * Reads who a message is for: bodies of the queue and of payments that name a `user_id` go to that account alone, a payment without one
 * to nobody; logs, status and seats name nobody. Total: never throws.
 */
export function audienceOf(prefix: string, topic: string, payload: Buffer): Audience {
  const kind = parseTopic(prefix, topic)?.kind;
  if (kind === undefined) return 'nobody';
  if (kind !== 'queue' && kind !== 'payment') return 'everyone';
  const body = readBody(payload);
  if (body === null) return 'nobody';
  const { user_id: owner } = body;
  if (owner === undefined || owner === null) return kind === 'queue' ? 'everyone' : 'nobody';
  // Anything else is no id, and not every value can be made a text of.
  const isId = typeof owner === 'string' || typeof owner === 'number';
  return isId ? { accountId: String(owner) } : 'nobody';
}

function readBody(payload: Buffer): { user_id?: unknown } | null {
  try {
    const body: unknown = JSON.parse(payload.toString());
    return typeof body === 'object' ? body : null;
  } catch {
    return null;
  }
}
