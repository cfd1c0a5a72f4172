import type { Queryable } from '../db/db.ts';

/** One line of the audit log: who did what to which thing. Never a name, number, code or token (resolutions §3). */
export interface AuditEntry {
  readonly at: Date;
  readonly accountId: string | null;
  readonly action: string;
  readonly object: string;
  readonly before?: string | null;
  readonly after?: string | null;
  readonly requestId?: string | null;
  /** First part of the caller's address, see `addressPrefix`. */
  readonly addressPrefix?: string | null;
  readonly detail?: object;
}

/** Writes one line, in the transaction of the change it tells of. */
export async function audit(q: Queryable, entry: AuditEntry): Promise<void> {
  await q.query(
    `insert into audit_log (at, account_id, action, object, status_before, status_after, request_id, address_prefix, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)`,
    [
      entry.at,
      entry.accountId,
      entry.action,
      entry.object,
      entry.before ?? null,
      entry.after ?? null,
      entry.requestId ?? null,
      entry.addressPrefix ?? null,
      entry.detail === undefined ? null : JSON.stringify(entry.detail),
    ],
  );
}

/** Writes one line for each of many things of a kind, in their order and in one statement: each line names the account it is about. */
export async function auditEach(
  q: Queryable,
  entry: Pick<AuditEntry, 'at' | 'action' | 'before' | 'after' | 'detail'>,
  kind: string,
  things: readonly { readonly id: string; readonly account_id: string }[],
): Promise<void> {
  if (things.length === 0) return;
  await q.query(
    `insert into audit_log (at, account_id, action, object, status_before, status_after, detail)
     select $1::timestamptz, t.account_id, $2::text, $3::text || ':' || t.id, $4::text, $5::text, $6::jsonb
     from unnest($7::uuid[], $8::uuid[]) with ordinality t (id, account_id, n) order by t.n`,
    [
      entry.at,
      entry.action,
      kind,
      entry.before ?? null,
      entry.after ?? null,
      entry.detail === undefined ? null : JSON.stringify(entry.detail),
      things.map(({ id }) => id),
      things.map((thing) => thing.account_id),
    ],
  );
}

/** The network an address belongs to: /24 of IPv4, /48 of IPv6. Total: anything else comes back as 'unknown'. */
export function addressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  const quad = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(plain);
  if (quad !== null) return `${quad[1]}.${quad[2]}.${quad[3]}.0/24`;
  if (!plain.includes(':')) return 'unknown';
  const [head = ''] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  return `${[0, 1, 2].map((index) => groups[index]?.toLowerCase() || '0').join(':')}::/48`;
}
