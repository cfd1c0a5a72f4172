import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { gateCalls, gatePassHeader } from '../../../../contract/gate.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import {
  dropTicketKey,
  generateNextTicketKey,
} from '../../../../server/domain/ticket/ticket-keys.ts';
import { loadKeys, ownPublicName } from '../../../../server/secrets/keys.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../../../../server/secrets/ticket-key.ts';
import { openShop } from '../../support/open-shop.ts';
import { concert } from '../../support/purchase.ts';
import { soldTicket } from '../../support/sold-ticket.ts';

const former = newTicketKey();
const given = {
  otp: null,
  webhook: null,
  device: null,
  staff: null,
  ticketPrivate: null,
  ticketTrusted: [],
};

const app = await openShop(
  { events: [concert], env: { TICKET_PUBLIC_KEYS: publicPartOf(former) } },
  null,
);
let headers: Record<string, string>;
beforeAll(async () => {
  const { secret } = await makeGatePass(app.services.db, concert, app.services.clock.now());
  headers = { [gatePassHeader]: secret };
});

const now = () => app.services.clock.now();
const load = () => loadKeys(app.services.db, given, app.services.keys.store);
type Keys = Awaited<ReturnType<typeof load>>;
const makeNext = (keys: Keys) => generateNextTicketKey(app.services.db, keys, now());
const drop = (keys: Keys, raw: string) =>
  dropTicketKey(app.services.db, keys, ticketKeyId(raw), now());

async function shownKeys(): Promise<string[]> {
  const { body } = await app.anonymous().call(gateCalls.gateKeys);
  const news = await app.anonymous().call(gateCalls.gateNews, { headers });
  expect(news.body.data.keys).toEqual(body.data.keys);
  for (const { id, algorithm, public_key } of body.data.keys) {
    expect([id, algorithm]).toEqual([ticketKeyId(public_key), 'Ed25519']);
  }
  return body.data.keys.map((key) => key.public_key);
}

async function resultOf(code: string): Promise<string | undefined> {
  const scan = { id: randomUUID(), code, scanned_at: '2026-01-01T00:00:00Z', is_inside: false };
  const body = { device_id: randomUUID(), door: 'Utara', scans: [scan] };
  const answer = await app.anonymous().call(gateCalls.gateScans, { headers, body });
  return answer.body.data.results[0]?.result;
}
const resultBy = async (key: string) => resultOf((await soldTicket(app, concert, key)).code);

it('the signing key and those of the settings verify tickets, and no unknown key', async () => {
  expect(await shownKeys()).toEqual([app.services.keys.ticketPublic, publicPartOf(former)]);
  expect(await resultBy(former)).toBe('accepted');
  expect(await resultBy(newTicketKey())).toBe('unknown');
});

describe('a key with a successor (§14.64)', () => {
  it('still verifies its tickets; gates learn of the new key first, and it signs from the next start', async () => {
    const { keys } = app.services;
    const next = await makeNext(keys);
    expect(await shownKeys()).toEqual([keys.ticketPublic, publicPartOf(former), next.public_key]);
    const restarted = await load();
    expect(restarted.ticketPublic).toBe(next.public_key);
    for (const one of [keys, restarted]) {
      expect(await resultBy(one.ticketPrivate)).toBe('accepted');
    }
  });

  it('cannot be removed while it signs, now or from the next start', async () => {
    const { keys } = app.services;
    for (const raw of [keys.ticketPublic, (await load()).ticketPublic]) {
      await expect(drop(keys, raw)).rejects.toThrow('signs tickets');
    }
    await expect(drop(keys, publicPartOf(former))).rejects.toThrow('TICKET_PUBLIC_KEYS');
  });

  it('verifies nothing after its removal', async () => {
    const { db, keys } = app.services;
    const second = await load();
    const { code, ticketId } = await soldTicket(app, concert, second.ticketPrivate);
    await db.query('update tickets set qr_code = $2 where id = $1', [ticketId, code]);
    const others = () =>
      db.query('select id, qr_code from tickets where id <> $1 order by id', [ticketId]);
    const before = await others();
    await makeNext(keys);
    // The state after a restart: the third key signs.
    const third = await load();
    const dropped = await drop(third, second.ticketPublic);
    expect(dropped.key.public_key).toBe(second.ticketPublic);
    expect(dropped.reSignedTickets).toBe(1);
    expect(await shownKeys()).not.toContain(second.ticketPublic);
    expect(await resultOf(code)).toBe('unknown');
    // The page of its ticket shows a valid code, and no other ticket changed.
    const [shown] = await db.query<{ qr_code: string }>(
      'select qr_code from tickets where id = $1',
      [ticketId],
    );
    expect(await resultOf(shown?.qr_code ?? '')).toBe('accepted');
    expect(await others()).toEqual(before);
    expect(await resultBy(third.ticketPrivate)).toBe('accepted');
    const lines = await db.query(
      `select action, object from audit_log where action like 'ticket-key.%' order by id`,
    );
    const object = expect.stringMatching(/^key:[\w-]{16}$/);
    expect(lines).toEqual(
      ['made', 'made', 'dropped'].map((act) => ({ action: `ticket-key.${act}`, object })),
    );
  });
});

describe('a key in the settings', () => {
  it('signs and gets no generated successor; earlier generated keys still verify', async () => {
    const own = await load();
    const settings = { ...given, ticketPrivate: newTicketKey() };
    const keys = await loadKeys(app.services.db, settings, app.services.keys.store);
    expect(keys.ticketPublic).toBe(publicPartOf(settings.ticketPrivate));
    await expect(makeNext(keys)).rejects.toThrow('TICKET_PRIVATE_KEY');
    expect(await shownKeys()).toContain(own.ticketPublic);
    await drop(keys, own.ticketPublic);
    expect(await shownKeys()).not.toContain(own.ticketPublic);
  });

  it('of a database older than the key list is listed at the next start', async () => {
    const { db } = app.services;
    await db.query('delete from server_facts where name = $1', [ownPublicName]);
    const left = newTicketKey();
    await db.query('insert into server_facts (name, value) values ($1, $2)', ['key.ticket', left]);
    await loadKeys(db, { ...given, ticketPrivate: newTicketKey() });
    expect(await shownKeys()).toContain(publicPartOf(left));
  });
});
