import type { Queryable } from '../db/db.ts';

/** One row of the audit log: who did what to which object. It contains no name, number, code or token (§16.61). */
export interface AuditEntry {
  readonly at: Date;
  readonly accountId: string | null;
  /** The person of the staff who acted; the operator's command or the system where it and the account are null. */
  readonly staffId?: string | null;
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
  readonly staffId?: string | null;
  readonly requestId?: string | null;
  readonly addressPrefix?: string | null;
};

/** The author of what the server does by itself. */
export const system: Trail = { accountId: null };

/** Writes one row, in the transaction of the change that it records. */
export async function audit(q: Queryable, entry: AuditEntry): Promise<void> {
  await auditAll(q, [entry]);
}

/**
 * Writes rows in their order, as SQL over the parameter `entries`, made by `auditParameter`. `where` chooses among them, each with its `key`: the
 * insert can stand beside the change that it records in one statement.
 */
export const auditSql = (entries: string, where = '') =>
  `insert into audit_log (at, account_id, staff_id, action, object, status_before, status_after, request_id, address_prefix, detail)
   select t.at, t.account_id, t.staff_id, t.action, t.object, t.before, t.after, t.request_id, t.address_prefix, t.detail
   from rows from (jsonb_to_recordset(${entries}::jsonb) as (key text, at timestamptz, account_id uuid, staff_id uuid, action text, object text,
     before text, after text, request_id text, address_prefix text, detail jsonb)) with ordinality
     t (key, at, account_id, staff_id, action, object, before, after, request_id, address_prefix, detail, n)
   ${where} order by t.n`;

/** Entries, each with a key of the caller's or without one, as the parameter of `auditSql`. */
export function auditParameter(
  entries: readonly (AuditEntry & { readonly key?: string })[],
): string {
  return JSON.stringify(
    entries.map((entry) => ({
      key: entry.key,
      at: entry.at,
      account_id: entry.accountId,
      staff_id: entry.staffId,
      action: entry.action,
      object: entry.object,
      before: entry.before,
      after: entry.after,
      request_id: entry.requestId,
      address_prefix: entry.addressPrefix,
      detail: entry.detail,
    })),
  );
}

/** Writes many rows in their order in one statement, in the transaction of the changes that they record. */
export async function auditAll(q: Queryable, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await q.query(auditSql('$1'), [auditParameter(entries)]);
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
