import { parseTopic } from '../../contract/realtime.ts';

/**
 * Decides who may be handed a message: bodies of the queue and of payments that name a `user_id` go to that account alone, a payment
 * without one to nobody; logs, status and seats name nobody. A body is read once, however many subscribers it has.
 */
export function createForwardFilter(
  prefix: string,
): (topic: string, payload: Buffer, accountId: string) => boolean {
  const owners = new WeakMap<Buffer, string | null>();
  const ownerOf = (payload: Buffer): string | null => {
    const known = owners.get(payload);
    if (known !== undefined) return known;
    const owner = readOwner(payload);
    owners.set(payload, owner);
    return owner;
  };
  return (topic, payload, accountId) => {
    const kind = parseTopic(prefix, topic)?.kind;
    if (kind === undefined) return false;
    if (kind !== 'queue' && kind !== 'payment') return true;
    const owner = ownerOf(payload);
    return owner === null ? kind === 'queue' : owner === accountId;
  };
}

/** The account a body names; null for none. What cannot be read names nobody that exists. */
function readOwner(payload: Buffer): string | null {
  try {
    const body: unknown = JSON.parse(payload.toString());
    if (typeof body !== 'object' || body === null) return '';
    const owner = (body as { user_id?: unknown }).user_id;
    return owner === undefined || owner === null ? null : String(owner);
  } catch {
    return '';
  }
}
