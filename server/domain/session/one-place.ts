import { getDomain } from 'tldts';
import { calls } from '../../../contract/call/calls.ts';
import type { Tx } from '../../db/db.ts';
import type { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { isPublicDomain } from '../accounts/mail-providers.ts';
import { type Actor, liveStatesSql } from './session-rows.ts';

const refuse = refuseFor(calls.joinQueue);

/** Live places of one event from one device: a family may share a tablet (decision 022). */
const placesOfDevice = 2;

/** What a place counts for beside its account. */
export interface PlaceMarks {
  /** Hash of the device; null without a cookie, and without rate limits. */
  readonly deviceKey: string | null;
  /** The registered domain of an address at no public provider, in a waiting room; null elsewhere. */
  readonly lotDomain: string | null;
  /** True for an entrant whose domain has all its lots: the draw leaves the session out, and its number follows those drawn. */
  readonly behindDraw: boolean;
}

type Row = {
  readonly id: string;
  readonly person: string;
  readonly email: string;
  readonly holder: string | null;
};
type Taken = { readonly kind: 'device' | 'domain'; readonly key: string; readonly n: number };

/**
 * The marks of the places that accounts without a live session get at an event, in their order, or the refusal of those whose person or device has
 * a place already. The room must be locked by the caller.
 */
export async function placeMarks(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  eventId: string,
  drawId: string | null,
  actors: readonly Pick<Actor, 'accountId' | 'subjects'>[],
): Promise<(PlaceMarks | Refusal)[]> {
  const rows = await tx.query<Row>(
    `select a.id, a.person, a.email, (
       select b.email from accounts b join purchase_sessions s on s.account_id = b.id
       where b.person = a.person and b.id <> a.id and s.event_id = $2 and s.state in (${liveStatesSql}) limit 1) as holder
     from accounts a where a.id = any($1::uuid[])`,
    [actors.map(({ accountId }) => accountId), eventId],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wanted = actors.map((actor) => {
    const row = byId.get(actor.accountId);
    const device = actor.subjects?.find(({ kind }) => kind === 'device')?.key ?? null;
    return {
      row,
      deviceKey: config.rateLimits ? device : null,
      lotDomain: drawId === null || row === undefined ? null : lotDomainOf(row.email),
    };
  });
  const taken = await tx.query<Taken>(
    `select 'device' as kind, device_key as key, count(*)::int as n from purchase_sessions
       where event_id = $1 and device_key = any($2::text[]) and state in (${liveStatesSql}) group by device_key
     union all
     select 'domain', lot_domain, count(*)::int from purchase_sessions
       where event_id = $1 and draw_id = $3 and lot_domain = any($4::text[]) and state in (${liveStatesSql}) group by lot_domain`,
    [
      eventId,
      wanted.flatMap(({ deviceKey }) => deviceKey ?? []),
      drawId,
      wanted.flatMap(({ lotDomain }) => lotDomain ?? []),
    ],
  );
  const counts = new Map(taken.map(({ kind, key, n }) => [`${kind} ${key}`, n]));
  const holders = new Map<string, string>();
  const countOf = (kind: string, key: string | null) =>
    key === null ? 0 : (counts.get(`${kind} ${key}`) ?? 0);
  const add = (kind: string, key: string | null) =>
    counts.set(`${kind} ${key}`, countOf(kind, key) + 1);
  return wanted.map(({ row, deviceKey, lotDomain }) => {
    const holder = row === undefined ? null : (row.holder ?? holders.get(row.person) ?? null);
    if (holder !== null) return personHasPlace(holder);
    if (countOf('device', deviceKey) >= placesOfDevice) return refuse('deviceHasPlaces');
    if (row !== undefined) holders.set(row.person, row.email);
    const behindDraw =
      lotDomain !== null &&
      config.lotsPerDomain !== null &&
      countOf('domain', lotDomain) >= config.lotsPerDomain;
    add('device', deviceKey);
    add('domain', lotDomain);
    return { deviceKey, lotDomain, behindDraw };
  });
}

function personHasPlace(address: string): Refusal {
  return refuse('personHasPlace', {
    values: { address },
    meta: { address },
  });
}

/** The domain that was registered, so that its subdomains share the lots; null at a public provider. */
function lotDomainOf(email: string): string | null {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return isPublicDomain(host)
    ? null
    : (getDomain(host, { allowPrivateDomains: true, validateHostname: false }) ?? host);
}
