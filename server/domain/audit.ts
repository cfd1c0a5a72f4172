import type { Queryable } from '../db/db.ts';

/** One row of the audit log: who did what to which object. It contains no name, number, code or token (resolutions §3). */
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

/** The author of a change, for the audit log; the system itself where the account is null. */
export type Trail = {
  readonly accountId: string | null;
  readonly requestId?: string | null;
  readonly addressPrefix?: string | null;
};

/** Writes one row, in the transaction of the change that it records. */
export async function audit(q: Queryable, entry: AuditEntry): Promise<void> {
  await auditAll(q, [entry]);
}

/** Writes many rows in their order in one statement, in the transaction of the changes that they record. */
export async function auditAll(q: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await q.query(
    `insert into audit_log (at, account_id, action, object, status_before, status_after, request_id, address_prefix, detail)
     select t.at, t.account_id, t.action, t.object, t.before, t.after, t.request_id, t.address_prefix, t.detail::jsonb
     from unnest($1::timestamptz[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       with ordinality t (at, account_id, action, object, before, after, request_id, address_prefix, detail, n)
     order by t.n`,
    [
      entries.map(({ at }) => at),
      entries.map(({ accountId }) => accountId),
      entries.map(({ action }) => action),
      entries.map(({ object }) => object),
      entries.map(({ before }) => before ?? null),
      entries.map(({ after }) => after ?? null),
      entries.map(({ requestId }) => requestId ?? null),
      entries.map(({ addressPrefix: prefix }) => prefix ?? null),
      entries.map(({ detail }) => (detail === undefined ? null : JSON.stringify(detail))),
    ],
  );
}

/** The network of an address: /24 of IPv4, /48 of IPv6; 'unknown' for any other text. */
export function addressPrefix(address: string): string {
  const plain = address.replace(/^::ffff:/i, '');
  const quad = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(plain);
  if (quad !== null) return `${quad[1]}.${quad[2]}.${quad[3]}.0/24`;
  if (!plain.includes(':')) return 'unknown';
  const [head = ''] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  return `${[0, 1, 2].map((index) => groups[index]?.toLowerCase() || '0').join(':')}::/48`;
}
