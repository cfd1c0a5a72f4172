import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GateScan,
  gateCalls,
  gateNewsPerPage,
  gatePassHeader,
  maxScansPerUpload,
} from '../../../../contract/gate.ts';
import type { TicketClaim } from '../../../../contract/ticket/ticket-code.ts';
import { makeGatePass } from '../../../../server/domain/gate/gate-passes.ts';
import { readTicket, signTicket } from '../../../../server/domain/ticket/ticket-issue.ts';
import { falseCodes } from '../../../support/false-codes.ts';
import { soldTicket as soldTicketOf } from '../../support/sold-ticket.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const concert = 'konser-senja-jakarta';
const theatre = 'teater-tanpa-form-solo';
const day = 86_400;

let app: TestApp;
let pass: string;
beforeAll(async () => {
  app = await createTestApp({ events: [concert, theatre] });
  pass = (await makeGatePass(app.services.db, concert, app.services.clock.now())).secret;
});
afterAll(() => app.close());

const soldTicket = (slug = concert) => soldTicketOf(app, slug);

interface Door {
  readonly id: string;
  readonly name: string;
}
const door = (name: string): Door => ({ id: randomUUID(), name });
const at = (seconds: number) =>
  new Date(app.services.clock.now().getTime() - 600_000 + seconds * 1000).toISOString();
const scanOf = (code: string, more: Partial<GateScan> = {}): GateScan => ({
  id: randomUUID(),
  code,
  scanned_at: at(0),
  is_inside: false,
  ...more,
});

const asked = (secret: string) => ({ headers: { [gatePassHeader]: secret } });
async function send(from: Door, scans: readonly GateScan[], secret = pass) {
  const answer = await app.anonymous().call(gateCalls.gateScans, {
    ...asked(secret),
    body: { device_id: from.id, door: from.name, scans },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.results;
}
async function sendOne(from: Door, scan: GateScan) {
  const [result] = await send(from, [scan]);
  if (result === undefined) throw new Error('No answer to the scan.');
  return result;
}
async function news(query: Record<string, string> = {}) {
  const answer = await app.anonymous().call(gateCalls.gateNews, { ...asked(pass), query });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe('a gate pass', () => {
  it('gives access to its event without data of attendees', async () => {
    const { status, body } = await app.anonymous().call(gateCalls.gateEvent, asked(pass));
    expect(status).toBe(200);
    expect(body.data.event).toMatchObject({ slug: concert, name: 'Konser Senja Jakarta' });
    expect(Object.keys(body.data.event).sort()).toEqual(
      ['datetime', 'id', 'name', 'slug', 'venue_name'].sort(),
    );
  });

  it.each([
    ['none', {}],
    ['a wrong one', { headers: { [gatePassHeader]: randomBytes(24).toString('base64url') } }],
    ['a cookie of a buyer', { headers: { cookie: 'roetix_session=x' } }],
  ])('is asked for: %s is refused', async (_what, given) => {
    const client = app.anonymous();
    expect((await client.call(gateCalls.gateEvent, given)).status).toBe(401);
    expect((await client.call(gateCalls.gateNews, given)).status).toBe(401);
    const body = { device_id: randomUUID(), door: 'A', scans: [scanOf('x')] };
    expect((await client.call(gateCalls.gateScans, { ...given, body })).status).toBe(401);
  });

  it('is stored as a hash; creating and revoking it leaves a line in the audit log', async () => {
    const { db, clock } = app.services;
    const first = await makeGatePass(db, theatre, clock.now());
    const second = await makeGatePass(db, theatre, clock.now(), true);
    const client = app.anonymous();
    expect((await client.call(gateCalls.gateEvent, asked(first.secret))).status).toBe(401);
    expect((await client.call(gateCalls.gateEvent, asked(second.secret))).status).toBe(200);
    expect(second.path).toBe(`/gate#${second.secret}`);
    expect(second.secret).toMatch(/^[\w-]{32}$/);
    const kept = JSON.stringify(await db.query('select * from gate_passes'));
    expect(kept).not.toContain(second.secret);
    const log = await db.query<{ action: string }>(
      `select action, detail from audit_log where action like 'gate.pass%' order by id`,
    );
    expect(log.map((row) => row.action).slice(-3)).toEqual([
      'gate.pass-made',
      'gate.passes-revoked',
      'gate.pass-made',
    ]);
    expect(JSON.stringify(log)).not.toContain(second.secret);
  });

  it('is created by the development desk, which opens the gate page with it', async () => {
    const desk = await app.anonymous().ask('GET', '/dev/gate', { query: { slug: concert } });
    expect(desk.status).toBe(303);
    const [path, secret = ''] = String(desk.headers.location).split('#');
    expect(path).toBe('/gate');
    expect((await app.anonymous().call(gateCalls.gateEvent, asked(secret))).status).toBe(200);
    const made = await app
      .anonymous()
      .ask<{ data: { path: string } }>('POST', `/dev/gate-pass/${concert}`);
    expect(made.body.data.path).toMatch(/^\/gate#[\w-]{32}$/);
  });

  it('is refused for an event that does not exist', async () => {
    const { db, clock } = app.services;
    await expect(makeGatePass(db, 'tidak-ada', clock.now())).rejects.toThrow('Event not found');
  });
});

describe('the public keys', () => {
  it('verify the code of an issued ticket and need no pass', async () => {
    const { body } = await app.anonymous().call(gateCalls.gateKeys);
    const [key] = body.data.keys;
    const { code } = await soldTicket();
    const [head, payload, signature] = code.split('.');
    const imported = await crypto.subtle.importKey(
      'raw',
      Buffer.from(key?.public_key ?? '', 'base64url'),
      'Ed25519',
      false,
      ['verify'],
    );
    const verified = await crypto.subtle.verify(
      'Ed25519',
      imported,
      Buffer.from(signature ?? '', 'base64url'),
      Buffer.from(`${head}.${payload}`),
    );
    expect(verified).toBe(true);
  });
});

describe('an online scan', () => {
  it('is accepted once; a second one gets the gate and time of the first', async () => {
    const { code, seatNumber, ticketId } = await soldTicket();
    const north = door('Pintu Utara');
    const first = scanOf(code, { scanned_at: at(1) });
    expect(await sendOne(north, first)).toMatchObject({
      result: 'accepted',
      ticket_id: ticketId,
      seat_number: seatNumber,
      first: null,
    });
    const again = await sendOne(door('Pintu Selatan'), scanOf(code, { scanned_at: at(9) }));
    expect(again).toMatchObject({
      result: 'already_used',
      first: { door: 'Pintu Utara', device_id: north.id, scanned_at: first.scanned_at },
    });
  });

  it('repeated counts as the same scan', async () => {
    const { code } = await soldTicket();
    const scan = scanOf(code);
    const north = door('Utara');
    const results = await Promise.all([sendOne(north, scan), sendOne(north, scan)]);
    expect(results.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
    expect((await sendOne(north, { ...scan, is_inside: true })).result).toBe('accepted');
  });

  it('is refused after an entry, even if its own time is earlier', async () => {
    const { code } = await soldTicket();
    await sendOne(door('Utara'), scanOf(code, { scanned_at: at(50) }));
    const late = await sendOne(door('Selatan'), scanOf(code, { scanned_at: at(10) }));
    expect(late.result).toBe('already_used');
  });

  it('is accepted at one of 50 gates that scan the same ticket at the same time', async () => {
    const { code, ticketId } = await soldTicket();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => sendOne(door(`Pintu ${index}`), scanOf(code))),
    );
    const accepted = results.filter(({ result }) => result === 'accepted');
    expect(accepted).toHaveLength(1);
    expect(results.filter(({ result }) => result === 'already_used')).toHaveLength(49);
    const { entries } = await news();
    expect(entries.filter((entry) => entry.ticket_id === ticketId)).toHaveLength(1);
  });

  it('accepts the short code of its own event in every spelling', async () => {
    const here = await soldTicket();
    const typed = here.ticketCode.toLowerCase().replace('-', ' ');
    expect(await sendOne(door('Utara'), scanOf(typed))).toMatchObject({
      result: 'accepted',
      ticket_id: here.ticketId,
    });
    expect((await sendOne(door('Utara'), scanOf(here.code))).result).toBe('already_used');
    const elsewhere = await soldTicket(theatre);
    expect((await sendOne(door('Utara'), scanOf(elsewhere.ticketCode))).result).toBe('unknown');
  });

  it('is refused for another event, a revoked ticket and a forged code', async () => {
    const foreign = await soldTicket(theatre);
    const revoked = await soldTicket();
    await app.services.db.query('update tickets set voided_at = $2 where id = $1', [
      revoked.ticketId,
      app.services.clock.now(),
    ]);
    const good = await soldTicket();
    const changed = `${good.code.slice(0, -1)}${good.code.endsWith('A') ? 'B' : 'A'}`;
    const neverIssued = signTicket(app.services.keys.ticketPrivate, {
      ticketId: randomUUID(),
      eventId: good.eventId,
      seatNumber: 'A1',
      category: null,
    });
    const results = await send(
      door('Utara'),
      [foreign.code, revoked.code, changed, neverIssued, 'bukan kode'].map((code) => scanOf(code)),
    );
    expect(results.map(({ result }) => result)).toEqual([
      'wrong_event',
      'revoked',
      'unknown',
      'unknown',
      'unknown',
    ]);
    const { entries, revoked: ids } = await news();
    expect(ids).toContain(revoked.ticketId);
    expect(entries.map((entry) => entry.ticket_id)).not.toContain(revoked.ticketId);
  });
});

describe('scans of two offline gates', () => {
  const north = door('Pintu Utara');
  const south = door('Pintu Selatan');

  it.each([
    ['the earlier one is sent first', [0, 1]],
    ['the later one is sent first', [1, 0]],
  ])('leave one that counts: %s', async (_what, order) => {
    const { code, ticketId } = await soldTicket();
    const early = scanOf(code, { scanned_at: at(100), is_inside: true });
    const late = scanOf(code, { scanned_at: at(160), is_inside: true });
    const sends = [() => sendOne(north, early), () => sendOne(south, late)];
    for (const index of order) await sends[index]?.();
    expect((await sendOne(north, early)).result).toBe('accepted');
    expect(await sendOne(south, late)).toMatchObject({
      result: 'already_used',
      first: { scan_id: early.id, door: 'Pintu Utara', scanned_at: early.scanned_at },
    });
    const { entries } = await news();
    const ofTicket = entries.filter((entry) => entry.ticket_id === ticketId);
    expect(ofTicket.map((entry) => entry.door).sort()).toEqual(['Pintu Selatan', 'Pintu Utara']);
  });

  it('of the same millisecond are ordered by id', async () => {
    const { code } = await soldTicket();
    const scans = [scanOf(code, { is_inside: true }), scanOf(code, { is_inside: true })];
    for (const [index, scan] of scans.entries()) await sendOne(index === 0 ? north : south, scan);
    const again = await Promise.all(scans.map((scan) => sendOne(north, scan)));
    const winner = again.find(({ result }) => result === 'accepted');
    expect(winner?.id).toBe(scans.map(({ id }) => id).sort()[0]);
  });

  it('uploaded by 50 gates at once leave one that counts, the earliest', async () => {
    const { code } = await soldTicket();
    const scans = Array.from({ length: 50 }, (_, index) =>
      scanOf(code, { scanned_at: at(500 - index), is_inside: true }),
    );
    await Promise.all(scans.map((scan, index) => sendOne(door(`Pintu ${index}`), scan)));
    const settled = await send(north, scans);
    expect(settled.filter(({ result }) => result === 'accepted').map(({ id }) => id)).toEqual([
      scans.at(-1)?.id,
    ]);
    expect(settled.filter(({ result }) => result === 'already_used')).toHaveLength(49);
  });

  it('cannot win by an invalid time, nor have a time after their arrival', async () => {
    const { code } = await soldTicket();
    const ahead = scanOf(code, { scanned_at: at(9 * day), is_inside: true });
    await sendOne(north, ahead);
    const { entries } = await news();
    const kept = entries.find((entry) => entry.scan_id === ahead.id);
    expect(new Date(kept?.scanned_at ?? 0).getTime()).toBeLessThanOrEqual(
      app.services.clock.now().getTime(),
    );
    const nonsense = scanOf(code, { scanned_at: '2026-99-99T99:99:99Z', is_inside: true });
    expect((await sendOne(south, nonsense)).id).toBe(nonsense.id);
  });

  it('of a revoked ticket are stored and flagged', async () => {
    const { code, ticketId } = await soldTicket();
    await app.services.db.query('update tickets set voided_at = $2 where id = $1', [
      ticketId,
      app.services.clock.now(),
    ]);
    expect((await sendOne(north, scanOf(code, { is_inside: true }))).result).toBe('revoked');
    expect((await news()).entries.map((entry) => entry.ticket_id)).toContain(ticketId);
  });
});

describe('updates for the gates', () => {
  it('arrive once each, in pages', async () => {
    const before = await news();
    const { code } = await soldTicket();
    await sendOne(door('Utara'), scanOf(code));
    const after = await news({ since: String(before.cursor) });
    expect(after.entries).toHaveLength(1);
    expect(after.has_more).toBe(false);
    expect((await news({ since: String(after.cursor) })).entries).toEqual([]);
    expect((await news({ since: String(after.cursor) })).cursor).toBe(after.cursor);
    expect(gateNewsPerPage).toBeGreaterThan(100);
  });

  it('list revoked tickets only if the version differs', async () => {
    const first = await news();
    expect(first.revoked).not.toBeNull();
    expect((await news({ revoked_mark: first.revoked_mark })).revoked).toBeNull();
    const { ticketId } = await soldTicket();
    await app.services.db.query('update tickets set voided_at = $2 where id = $1', [
      ticketId,
      app.services.clock.now(),
    ]);
    expect((await news({ revoked_mark: first.revoked_mark })).revoked).toContain(ticketId);
  });

  it('are those of the own event alone', async () => {
    const { db, clock } = app.services;
    const before = await news();
    const other = (await makeGatePass(db, theatre, clock.now())).secret;
    const { code, ticketId } = await soldTicket(theatre);
    // Numbers count for each event: the other event has an entry after every number of this one.
    for (let number = 0; number <= before.cursor; number += 1) {
      const sold = number === 0 ? { code } : await soldTicket(theatre);
      await send(door('Selatan'), [scanOf(sold.code)], other);
    }
    await db.query('update tickets set voided_at = $2 where id = $1', [ticketId, clock.now()]);
    const after = await news();
    expect(after.entries).toEqual(before.entries);
    expect(after.revoked).toEqual(before.revoked);
    expect(await news({ since: String(before.cursor) })).toMatchObject({ entries: [] });
  });

  it('contain no names, addresses or phone numbers', async () => {
    const { code } = await soldTicket();
    const results = await send(door('Utara'), [scanOf(code)]);
    const told = JSON.stringify([await news(), results]);
    expect(told).not.toMatch(/Ratna|holder|email|phone|contoh\.id|account/i);
    const audited = JSON.stringify(
      await app.services.db.query(`select * from audit_log where action like 'gate.%'`),
    );
    expect(audited).not.toMatch(/Ratna|roetix1|@|\+62|UJ\d/);
  });
});

describe('the limits of an upload', () => {
  it.each([
    ['no scan', 0],
    ['too many', maxScansPerUpload + 1],
  ])('%s is a 422', async (_what, length) => {
    const scans = Array.from({ length }, () => scanOf('x'));
    const body = { device_id: randomUUID(), door: 'A', scans };
    const answer = await app.anonymous().call(gateCalls.gateScans, { ...asked(pass), body });
    expect(answer.status).toBe(422);
  });
});

describe('a signed code', () => {
  const claim: TicketClaim = {
    ticketId: randomUUID(),
    eventId: 'e1',
    seatNumber: 'A1',
    category: 'VIP',
  };

  it('fails with any single character changed', () => {
    const { ticketPrivate, ticketPublic } = app.services.keys;
    const code = signTicket(ticketPrivate, claim);
    expect(readTicket([ticketPublic], code)).toEqual(claim);
    for (let index = 0; index < code.length; index += 1) {
      const other = code[index] === 'A' ? 'B' : 'A';
      const changed = `${code.slice(0, index)}${other}${code.slice(index + 1)}`;
      expect(readTicket([ticketPublic], changed), `letter ${index}`).toBeNull();
    }
    // Four bits of the last character are unused: every other spelling of it fails too.
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
      const spelt = `${code.slice(0, -1)}${letter}`;
      if (spelt !== code) expect(readTicket([ticketPublic], spelt)).toBeNull();
    }
  });

  it('is matched by none of 10,000 invented, truncated and changed codes', () => {
    const { ticketPrivate, ticketPublic } = app.services.keys;
    const code = signTicket(ticketPrivate, claim);
    const codes = falseCodes(code, 10_000);
    expect(codes.filter((text) => readTicket([ticketPublic], text) !== null)).toEqual([]);
  });
});

describe('an expired pass', () => {
  it('is refused from the second midnight after the event', async () => {
    const { db, clock } = app.services;
    const [event] = await db.query<{ last_at: Date }>(
      'select ends_at as last_at from events where slug = $1',
      [concert],
    );
    const made = await makeGatePass(db, concert, clock.now());
    const hoursAfter = (made.expiresAt.getTime() - (event?.last_at.getTime() ?? 0)) / 3_600_000;
    expect(hoursAfter).toBeGreaterThan(24);
    expect(hoursAfter).toBeLessThanOrEqual(48);
    clock.advance((made.expiresAt.getTime() - clock.now().getTime()) / 1000 - 1);
    expect((await app.anonymous().call(gateCalls.gateEvent, asked(made.secret))).status).toBe(200);
    clock.advance(1);
    expect((await app.anonymous().call(gateCalls.gateEvent, asked(made.secret))).status).toBe(401);
    await expect(makeGatePass(db, concert, clock.now())).rejects.toThrow('over');
  });
});
