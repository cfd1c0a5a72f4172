// @vitest-environment node

import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { GateKey } from '../../../contract/gate.ts';
import { judge } from '../../../machines/gate/gate.rules.ts';
import { signTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import { newTicketKey, publicPartOf, ticketKeyId } from '../../../server/secrets/ticket-key.ts';
import type { GateApi } from '../../../src/gate/api.ts';
import { createDevice } from '../../../src/gate/device.ts';
import { GateStore } from '../../../src/gate/store.ts';
import { checkInCode } from '../../../src/gate/verify.ts';
import type { Viewfinder } from '../../../src/gate/viewfinder.ts';
import { wireGate } from '../../../src/gate/wire.ts';
import { work } from '../../model/gate.model.ts';
import { ok, unreachable } from '../../support/flows/machines.ts';

type Value<K extends keyof GateApi> = Extract<
  Awaited<ReturnType<GateApi[K]>>,
  { ok: true }
>['value'];

/** A key pair for tickets, with the public part in the server's format. */
function keyPair() {
  const pem = newTicketKey();
  const public_key = publicPartOf(pem);
  const told: GateKey = { id: ticketKeyId(public_key), algorithm: 'Ed25519', public_key };
  return { pem, told };
}

const serverTime = '2026-03-07T12:00:00.000Z';
const ahead = 5_000;
const { pem, told } = keyPair();
const { event } = work();
const offer = { pass: 'pass-1', door: 'Utara' };
const store = await GateStore.open();
beforeEach(() => store.clear());

/** A device and its server, whose responses a test replaces; `asked` lists the calls. */
function deviceAt(server: Partial<GateApi> = {}, link: string | null = null) {
  const asked: unknown[][] = [];
  const api: GateApi = {
    keys: async () => ok({ keys: [told] }),
    event: async () => ok({ event, pass_expires_at: serverTime, server_time: serverTime }),
    news: async () => ok(newsOf()),
    scans: async (_pass, { scans }) => answered(scans.map(({ id }) => resultOf(id))),
    ...server,
  };
  const listed =
    (name: keyof GateApi) =>
    (...args: never[]) => {
      asked.push([name, ...(args as unknown[])]);
      return (api[name] as (...given: never[]) => never)(...args);
    };
  let ids = 0;
  const device = createDevice({
    api: {
      keys: listed('keys'),
      event: listed('event'),
      news: listed('news'),
      scans: listed('scans'),
    },
    store,
    check: checkInCode,
    newId: () => `id-${++ids}`,
    now: () => Date.parse(serverTime) - ahead,
    takePass: () => link,
  });
  return { device, asked };
}

const newsOf = (more: Partial<Value<'news'>> = {}): Value<'news'> => ({
  entries: [],
  cursor: 0,
  has_more: false,
  revoked: null,
  revoked_mark: '',
  keys: [told],
  server_time: serverTime,
  ...more,
});
const resultOf = (id: string, more: Partial<Value<'scans'>['results'][number]> = {}) => ({
  id,
  result: 'accepted' as const,
  ticket_id: 't1',
  seat_number: 'A-1',
  category: 'VIP',
  first: null,
  ...more,
});
/** A response to uploaded scans. */
const answered = (results: Value<'scans'>['results']) => ok({ results, server_time: serverTime });
const codeOf = (ticketId: string, key = pem) =>
  signTicket(key, { ticketId, eventId: event.id, seatNumber: 'A-1', category: 'VIP' });
const ticket = '0190a1b2-0000-7000-8000-000000000001';

/** Admits the attendee of a ticket without asking the server. */
async function admit(device: ReturnType<typeof deviceAt>['device'], ticketId = ticket) {
  await store.saveScan(judge(await device.look(codeOf(ticketId)), event));
}

describe('a link with a pass', () => {
  it('offers it on a device without one, and not the pass that the device has', async () => {
    expect(await deviceAt({}, offer.pass).device.open()).toEqual({
      work: null,
      offeredPass: offer.pass,
    });
    await deviceAt().device.unlock(offer);
    const known = await deviceAt({}, offer.pass).device.open();
    expect(known).toMatchObject({ work: { door: 'Utara' }, offeredPass: null });
    expect(await deviceAt({}, 'pass-2').device.open()).toEqual({
      work: null,
      offeredPass: 'pass-2',
    });
  });
});

describe('a pass (§14.60)', () => {
  it('of another event uploads the entries first, then drops the previous event', async () => {
    await store.keepFacts({ ...(await factsOfOtherEvent()), pass: 'previous' });
    await admit(deviceAt().device);
    const { device, asked } = deviceAt();
    expect(await device.unlock(offer)).toMatchObject({
      ok: true,
      value: { tally: { admitted: 0 } },
    });
    expect(asked.filter(([name]) => name === 'scans').map(([, pass]) => pass)).toEqual([
      'previous',
    ]);
    expect(await store.firstEntry(ticket)).toBeUndefined();
  });

  it('of another event is refused while entries cannot be uploaded', async () => {
    await store.keepFacts(await factsOfOtherEvent());
    await admit(deviceAt().device);
    const { device } = deviceAt({ scans: async () => unreachable() });
    expect(await device.unlock(offer)).toMatchObject({ ok: false, failure: { kind: 'unsynced' } });
    expect((await store.facts())?.event.id).toBe('other');
    expect((await store.tally()).unsynced).toBe(1);
  });
});

async function factsOfOtherEvent() {
  await deviceAt().device.unlock(offer);
  const facts = await store.facts();
  if (facts === undefined) throw new Error('No pass.');
  return { ...facts, event: { ...event, id: 'other' } };
}

describe('a code', () => {
  it('gets the time of the server, its claim, and what the device stores of the ticket', async () => {
    let revoked: string[] = [];
    const { device } = deviceAt({ news: async () => ok(newsOf({ revoked })) });
    await device.unlock(offer);
    await admit(device);
    revoked = [ticket];
    await device.sync();
    expect(await device.look(` ${codeOf(ticket)}\n`)).toMatchObject({
      at: serverTime,
      code: codeOf(ticket),
      reading: { kind: 'signed', claim: { ticketId: ticket }, isRevoked: true },
      first: { door: 'Utara' },
    });
  });

  it.each([
    ['ABCD-2345', 'short'],
    ['https://contoh.id', 'forged'],
  ])('without a signature is short or forged: %s', async (code, kind) => {
    const { device } = deviceAt();
    await device.unlock(offer);
    expect(await device.look(code)).toMatchObject({ reading: { kind }, first: null });
  });
});

describe('a synchronisation', () => {
  it('uploads entries as inside, then reads every page of updates from where the last ended', async () => {
    let page = 0;
    const { device, asked } = deviceAt({
      news: async () => {
        page += 1;
        return ok(newsOf({ cursor: page * 10, has_more: page === 2, revoked_mark: `m${page}` }));
      },
    });
    await device.unlock(offer);
    await admit(device);
    expect(await device.sync()).toMatchObject({ ok: true, value: { unsynced: 0, admitted: 1 } });
    const [upload, ...pages] = asked.slice(asked.findIndex(([name]) => name === 'scans'));
    expect(upload?.[2]).toMatchObject({ scans: [{ is_inside: true, code: codeOf(ticket) }] });
    expect(pages).toEqual([
      ['news', offer.pass, 10, 'm1'],
      ['news', offer.pass, 20, 'm2'],
    ]);
  });

  it('tells that the last entry was taken back', async () => {
    const { device, asked } = deviceAt({
      scans: async (_pass, { scans }) =>
        answered(scans.map(({ id }) => resultOf(id, { result: 'undone' }))),
    });
    await device.unlock(offer);
    await admit(device);
    await store.undoLast();
    await device.sync();
    expect(asked.find(([name]) => name === 'scans')?.[2]).toMatchObject({
      scans: [{ is_inside: false, is_undone: true }],
    });
  });

  it.each([
    ['revoked', { isRevoked: true }],
    ['wrong_event', { isRevoked: false }],
  ] as const)('flags an attendee whom the server calls %s', async (result, conflict) => {
    const { device } = deviceAt({
      scans: async (_pass, { scans }) => answered(scans.map(({ id }) => resultOf(id, { result }))),
    });
    await device.unlock(offer);
    await admit(device);
    await device.sync();
    expect((await store.tally()).conflicts).toMatchObject([conflict]);
  });
});

describe('a gate that decides alone (§14.62)', () => {
  /** Opens a gate whose server sends these updates and answers no scan. */
  async function openDoor(news: { keys: GateKey[]; revoked: string[] }) {
    const { device } = deviceAt({
      keys: async () => ok({ keys: news.keys }),
      news: async () => ok(newsOf({ ...news, revoked_mark: String(news.revoked.length) })),
      scans: async () => unreachable(),
    });
    const gate = createActor(
      wireGate({
        device,
        // Stores no entry, so that a ticket can be shown again.
        store: {
          saveScan: async () => undefined,
          tally: () => store.tally(),
        } as unknown as GateStore,
        viewfinder: { read: () => () => undefined } as unknown as Viewfinder,
        watchNetwork: () => () => undefined,
        watchScanner: () => () => undefined,
      }),
    ).start();
    onTestFinished(() => void gate.stop());
    const isSynced = () =>
      waitFor(gate, (at) => at.matches({ working: { sync: 'idle' } }) && at.context.attempts === 0);
    await waitFor(gate, (at) => at.matches('locked'));
    gate.send({ type: 'pass.give', ...offer });
    await isSynced();
    gate.send({ type: 'mode.manual' });
    return {
      readNews: () => {
        gate.send({ type: 'sync.now' });
        return isSynced();
      },
      verdictOn: async (code: string) => {
        gate.send({ type: 'code.type', code });
        const shown = await waitFor(gate, (at) => at.matches({ working: { door: 'shown' } }));
        gate.send({ type: 'result.dismiss' });
        return shown.context.scan?.verdict;
      },
    };
  }

  it('replaces its keys with each update and accepts no other', async () => {
    const pairs = [keyPair(), keyPair(), keyPair()] as const;
    const news = { keys: [pairs[0].told], revoked: [] };
    const { readNews, verdictOn } = await openDoor(news);
    const codes = pairs.map((pair) => codeOf(randomUUID(), pair.pem));
    const verdicts = async () => {
      const seen: unknown[] = [];
      for (const code of codes) seen.push(await verdictOn(code));
      return seen;
    };
    expect(await verdicts()).toEqual(['valid', 'forged', 'forged']);
    news.keys = [pairs[0].told, pairs[1].told];
    await readNews();
    expect(await verdicts()).toEqual(['valid', 'valid', 'forged']);
    news.keys = [pairs[1].told];
    await readNews();
    expect(await verdicts()).toEqual(['forged', 'valid', 'forged']);
  });
});
