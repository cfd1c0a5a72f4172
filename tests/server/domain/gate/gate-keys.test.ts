import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gateCalls, gatePassHeader } from '../../../../contract/gate.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import {
  dropTicketKey,
  generateNextTicketKey,
} from '../../../../server/domain/ticket/ticket-keys.ts';
import { loadKeys, ownPublicName } from '../../../../server/secrets/keys.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../../../../server/secrets/ticket-key.ts';
import { soldTicket } from '../../support/sold-ticket.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const concert = 'konser-senja-jakarta';
const former = newTicketKey();
const given = {
  otp: null,
  webhook: null,
  device: null,
  staff: null,
  ticketPrivate: null,
  ticketTrusted: [],
};

let app: TestApp;
let pass: string;
beforeAll(async () => {
  app = await createTestApp({
    events: [concert],
    env: { TICKET_PUBLIC_KEYS: publicPartOf(former) },
  });
  pass = (await makeGatePass(app.services.db, concert, app.services.clock.now())).secret;
});
afterAll(() => app.close());

async function shownKeys(): Promise<string[]> {
  const { body } = await app.anonymous().call(gateCalls.gateKeys);
  const headers = { [gatePassHeader]: pass };
  const news = await app.anonymous().call(gateCalls.gateNews, { headers });
  expect(news.body.data.keys).toEqual(body.data.keys);
  return body.data.keys.map((key) => key.public_key);
}

async function resultOf(code: string): Promise<string | undefined> {
  const scan = { id: randomUUID(), code, scanned_at: '2026-01-01T00:00:00Z', is_inside: false };
  const answer = await app.anonymous().call(gateCalls.gateScans, {
    headers: { [gatePassHeader]: pass },
    body: { device_id: randomUUID(), door: 'Utara', scans: [scan] },
  });
  return answer.body.data.results[0]?.result;
}

async function codesBut(ticketId: string) {
  return app.services.db.query('select id, qr_code from tickets where id <> $1 order by id', [
    ticketId,
  ]);
}

describe('the keys that verify tickets', () => {
  it('are the signing key and those of the settings, each with its id', async () => {
    const { body } = await app.anonymous().call(gateCalls.gateKeys);
    const raw = [app.services.keys.ticketPublic, publicPartOf(former)];
    expect(body.data.keys).toEqual(
      raw.map((public_key) => ({
        id: ticketKeyId(public_key),
        algorithm: 'Ed25519',
        public_key,
      })),
    );
  });

  it('accept a ticket of a former key, and none of an unknown key', async () => {
    expect(await resultOf((await soldTicket(app, concert, former)).code)).toBe('accepted');
    const stranger = await soldTicket(app, concert, newTicketKey());
    expect(await resultOf(stranger.code)).toBe('unknown');
  });
});

describe('a key with a successor', () => {
  it('still verifies its tickets; gates learn of the new key first, and it signs from the next start', async () => {
    const { db, keys, clock } = app.services;
    const before = await soldTicket(app, concert);
    const next = await generateNextTicketKey(db, keys, clock.now());
    expect(await shownKeys()).toEqual([keys.ticketPublic, publicPartOf(former), next.public_key]);

    const restarted = await loadKeys(db, given, app.services.keys.store);
    expect(restarted.ticketPublic).toBe(next.public_key);
    const after = await soldTicket(app, concert, restarted.ticketPrivate);
    expect(await resultOf(before.code)).toBe('accepted');
    expect(await resultOf(after.code)).toBe('accepted');
  });

  it('cannot be removed while it signs, now or from the next start', async () => {
    const { db, keys, clock } = app.services;
    const next = await loadKeys(db, given, app.services.keys.store);
    for (const raw of [keys.ticketPublic, next.ticketPublic]) {
      const dropping = dropTicketKey(db, keys, ticketKeyId(raw), clock.now());
      await expect(dropping).rejects.toThrow('signs tickets');
    }
    const unknown = dropTicketKey(db, keys, ticketKeyId(publicPartOf(former)), clock.now());
    await expect(unknown).rejects.toThrow('TICKET_PUBLIC_KEYS');
  });

  it('verifies nothing after its removal', async () => {
    const { db, keys, clock } = app.services;
    const second = await loadKeys(db, given, app.services.keys.store);
    const { code, ticketId } = await soldTicket(app, concert, second.ticketPrivate);
    const show = (text: string) =>
      db.query('update tickets set qr_code = $2 where id = $1', [ticketId, text]);
    await show(code);
    const others = await codesBut(ticketId);
    await generateNextTicketKey(db, keys, clock.now());
    const third = await loadKeys(db, given, app.services.keys.store);
    // The state after a restart: the third key signs.
    const dropped = await dropTicketKey(db, third, ticketKeyId(second.ticketPublic), clock.now());
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
    expect(await codesBut(ticketId)).toEqual(others);
    expect(await resultOf((await soldTicket(app, concert, third.ticketPrivate)).code)).toBe(
      'accepted',
    );
  });

  it('leaves a line without a key in the audit log', async () => {
    const { db } = app.services;
    const lines = await db.query<{ action: string; object: string }>(
      `select action, object from audit_log where action like 'ticket-key.%' order by id`,
    );
    expect(lines.map(({ action }) => action)).toEqual([
      'ticket-key.made',
      'ticket-key.made',
      'ticket-key.dropped',
    ]);
    for (const { object } of lines) expect(object).toMatch(/^key:[\w-]{16}$/);
  });
});

describe('a key in the settings', () => {
  it('signs and gets no generated successor; earlier generated keys still verify', async () => {
    const { db, clock } = app.services;
    const own = await loadKeys(db, given, app.services.keys.store);
    const settings = { ...given, ticketPrivate: newTicketKey() };
    const keys = await loadKeys(db, settings, app.services.keys.store);
    expect(keys.ticketPublic).toBe(publicPartOf(settings.ticketPrivate));
    await expect(generateNextTicketKey(db, keys, clock.now())).rejects.toThrow(
      'TICKET_PRIVATE_KEY',
    );
    expect(await shownKeys()).toContain(own.ticketPublic);
    await dropTicketKey(db, keys, ticketKeyId(own.ticketPublic), clock.now());
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
