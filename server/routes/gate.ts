import type { FastifyRequest } from 'fastify';
import { type GateNight, gateCalls, gateNewsPerPage, gatePassHeader } from '../../contract/gate.ts';
import { localIso, type TimeZone } from '../../contract/place/time-zone.ts';
import { type GatePass, readGatePass } from '../domain/gate/gate-passes.ts';
import { entriesAfter, recordScans, revokedTickets } from '../domain/gate/gate-scans.ts';
import { gateKeyOf, verifyingKeys } from '../domain/ticket/ticket-keys.ts';
import type { Routes } from '../http/serve.ts';

/** The gates of an event: passes, facts, messages and scans, for devices with a gate pass. */
export const routes: Routes = (serve, { db, clock, keys }) => {
  const passOf = (request: FastifyRequest): Promise<GatePass> =>
    readGatePass(db, request.headers[gatePassHeader], clock.now());
  const publicKeys = async () => (await verifyingKeys(db, keys)).map(gateKeyOf);

  serve(gateCalls.gateKeys, async () => ({ data: { keys: await publicKeys() } }));

  serve(gateCalls.gateEvent, async ({ request }) => {
    const pass = await passOf(request);
    const [row] = await db.query<{
      id: string;
      slug: string;
      name: string;
      venue_name: string;
      starts_at: Date;
      time_zone: TimeZone;
      nights: readonly (Omit<GateNight, 'datetime'> & { readonly starts_at: string })[];
    }>(
      `select e.id, e.slug, e.name, e.venue_name, e.starts_at, e.time_zone, array(
         select jsonb_build_object('id', x.id, 'name', coalesce(x.show_name, x.name), 'starts_at', x.starts_at) from events x
         where x.series_id = e.series_id and x.id <> e.id order by x.starts_at) as nights
       from events e where e.id = $1`,
      [pass.eventId],
    );
    if (row === undefined) throw new Error('A gate pass has lost its event.');
    const { starts_at, time_zone, nights, ...event } = row;
    const other_nights = nights.map(({ starts_at: at, ...night }) => ({
      ...night,
      datetime: localIso(new Date(at), time_zone),
    }));
    return {
      data: {
        event: { ...event, datetime: localIso(starts_at, time_zone), other_nights },
        pass_expires_at: localIso(pass.expiresAt, time_zone),
        server_time: clock.now().toISOString(),
      },
    };
  });

  serve(gateCalls.gateNews, async ({ request, query }) => {
    const pass = await passOf(request);
    const news = await entriesAfter(db, pass.eventId, query.since ?? 0, gateNewsPerPage);
    const { revoked, mark } = await revokedTickets(db, pass.eventId, query.revoked_mark);
    return {
      data: {
        entries: news.entries,
        undone: news.undone,
        cursor: news.cursor,
        has_more: news.hasMore,
        revoked,
        revoked_mark: mark,
        keys: await publicKeys(),
        server_time: clock.now().toISOString(),
      },
    };
  });

  serve(gateCalls.gateScans, async ({ request, body }) => {
    const pass = await passOf(request);
    const { device_id, door, scans } = body;
    const upload = { pass, deviceId: device_id, door, scans, requestId: request.id };
    const now = clock.now();
    const results = await recordScans(db, keys, upload, now);
    return { data: { results, server_time: now.toISOString() } };
  });
};
