import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { PushSubscriptionData } from '../../../contract/push.ts';
import type { Services } from '../../services.ts';
import { printedMoment } from '../jakarta.ts';

/** Notifications that are sent at once. */
const sentAtOnce = 20;
/** Turns that one statement takes. */
const turnBatch = 200;
/** After so long the process that took a notification counts as ended. */
const takenSeconds = 120;

/**
 * Stores the browser to notify at the turn of the account's waiting session, or none (decision 069); returns whether one is stored. Does
 * nothing for an account that does not wait, and without keys.
 */
export async function setTurnPush(
  { db, push }: Pick<Services, 'db' | 'push'>,
  accountId: string,
  to: PushSubscriptionData | null,
): Promise<boolean> {
  if (to === null || push === null) {
    await db.query(
      `delete from turn_pushes p using purchase_sessions s where s.id = p.session_id and s.account_id = $1`,
      [accountId],
    );
    return false;
  }
  const stored = await db.query(
    `insert into turn_pushes (session_id, endpoint, p256dh, auth)
     select id, $2, $3, $4 from purchase_sessions where account_id = $1 and state = 'queued'
     on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth
     returning 1 as one`,
    [accountId, to.endpoint, to.p256dh, to.auth],
  );
  return stored.length > 0;
}

type TurnRow = PushSubscriptionData & {
  session_id: string;
  state: string;
  deadline: Date | null;
  slug: string;
  name: string;
  time_zone: TimeZone;
};

/**
 * Notifies the browsers of buyers whose turn has come, and forgets those of every session that waits no longer. A notification is tried once
 * and deleted afterwards; meanwhile it is marked, so that no other process sends it. The e-mail follows where it is lost.
 */
export async function pushTurns(
  services: Pick<Services, 'clock' | 'db' | 'log' | 'push'>,
): Promise<void> {
  for (;;) {
    const now = services.clock.now();
    const rows = await services.db.query<TurnRow>(
      `update turn_pushes p set taken_until = $2 from purchase_sessions s, events e
       where p.session_id in (
           select t.session_id from turn_pushes t join purchase_sessions w on w.id = t.session_id
           where w.state <> 'queued' and (t.taken_until is null or t.taken_until <= $1)
           limit ${turnBatch} for update of t skip locked)
         and s.id = p.session_id and e.id = s.event_id
       returning p.session_id, p.endpoint, p.p256dh, p.auth, s.state, s.deadline, e.slug, e.name, e.time_zone`,
      [now, new Date(now.getTime() + takenSeconds * 1000)],
    );
    const due = rows.filter(({ state }) => state === 'online');
    for (let from = 0; from < due.length; from += sentAtOnce) {
      await Promise.all(due.slice(from, from + sentAtOnce).map((row) => notify(services, row)));
    }
    await services.db.query('delete from turn_pushes where session_id = any($1::uuid[])', [
      rows.map(({ session_id }) => session_id),
    ]);
    if (rows.length < turnBatch) return;
  }
}

async function notify(
  { clock, log, push }: Pick<Services, 'clock' | 'log' | 'push'>,
  row: TurnRow,
): Promise<void> {
  const { endpoint, p256dh, auth, deadline, slug, name, time_zone: zone } = row;
  const seconds = Math.floor(((deadline?.getTime() ?? 0) - clock.now().getTime()) / 1000);
  if (push === null || deadline === null || seconds <= 0) return;
  const until = printedMoment(deadline, zone);
  const message = {
    title: `Giliran Anda! ${name}`,
    body: `Pilih tiket sebelum ${until.id}. / Your turn: choose before ${until.en}.`,
    path: `/event/${slug}/seats`,
  };
  try {
    await push.send({ endpoint, p256dh, auth }, message, seconds);
  } catch (error) {
    // The address of a browser is personal: the log names its service alone.
    const status = (error as { readonly statusCode?: number }).statusCode ?? null;
    const service = /^https:\/\/([^/]+)/.exec(endpoint)?.[1] ?? null;
    log.info({ service, status }, 'a notification was not delivered');
  }
}
