import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lineSchema, peopleAhead } from '../../../../contract/queue.ts';
import { type GoneRow, gonePairs, narrow, wide } from '../../../../server/domain/line/gone.ts';
import { heartbeatSeconds, nearOf } from '../../../../server/domain/line/heartbeat.ts';
import { readLine } from '../../../../server/domain/line/line.ts';
import { createLines, type LineDocument } from '../../../../server/domain/line/lines.ts';
import { openShop } from '../../support/open-shop.ts';
import { join, leave, party, sessionOf } from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';

/** The row of a line in which `gone` are the numbers that were given up, as the statement of the server reads it. */
function rowOf(serving: number, issued: number, gone: readonly number[]): GoneRow {
  const nearEnd = Math.floor((serving + 2 * narrow - 1) / narrow) * narrow;
  const narrowEnd = Math.floor((serving + 2 * wide - 1) / wide) * wide;
  const counts = (width: number, from: number, to: number) => {
    const found = new Map<number, number>();
    for (const number of gone) {
      const stretch = Math.floor((number - 1) / width);
      if (stretch < from / width || stretch >= to / width) continue;
      found.set(stretch, (found.get(stretch) ?? 0) + 1);
    }
    return [...found].sort(([a], [b]) => a - b);
  };
  return {
    serving,
    issued,
    near: gone.filter((number) => number <= nearEnd),
    narrow_counts: counts(narrow, nearEnd, narrowEnd),
    wide_counts: counts(wide, narrowEnd, issued + wide),
  };
}

describe('a place computed from the document (§11.12)', () => {
  it('is exact for the next twenty numbers, and close to it further back', () => {
    const lines = fc.record({
      serving: fc.nat(30_000),
      waiting: fc.integer({ min: 1, max: 40_000 }),
      left: fc.double({ min: 0, max: 0.6, noNaN: true }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(lines, ({ serving, waiting, left, seed }) => {
        const issued = serving + waiting;
        let state = seed;
        const gone: number[] = [];
        const ahead = new Map<number, number>();
        for (let number = serving + 1; number <= issued; number += 1) {
          state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
          if (state / 2_147_483_648 < left) gone.push(number);
          else ahead.set(number, ahead.size);
        }
        const line = { serving, returned: 0, gone: gonePairs(rowOf(serving, issued, gone)) };
        expect(JSON.stringify(line.gone).length).toBeLessThan(1_500);
        const isFarOff = ([number, exact]: [number, number]) => {
          const allowed = number <= serving + 20 ? 0 : 5 + exact * 0.2;
          return Math.abs(peopleAhead(line, number) - exact) > allowed;
        };
        expect([...ahead].filter(isFarOff)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('is 0 for a number whose turn has come, and counts those who are back before all others', () => {
    const line = { serving: 7, returned: 2, gone: [] };
    expect([7, 8, 10].map((number) => peopleAhead(line, number))).toEqual([0, 2, 4]);
  });
});

describe('heartbeats (§4.10)', () => {
  const config = { queuePresentSeconds: 120 };

  it('come often near the front, and at most every 40 minutes far back', () => {
    const near = nearOf(1000, config);
    expect(near).toBe(2500);
    expect(heartbeatSeconds(0, 1000, config, 0)).toBe(90);
    expect(heartbeatSeconds(near, 1000, config, 1)).toBe(81);
    // Ten minutes behind those near the front.
    expect(heartbeatSeconds(near + 10_000, 1000, config, 0)).toBe(600);
    expect(heartbeatSeconds(1_000_000, 1000, config, 0)).toBe(2400);
  });

  it.each([60, 300, 1000])(
    'of 100,000 people in line are fewer than 100 a second at %i a minute',
    (perMinute) => {
      const near = nearOf(perMinute, config);
      let perSecond = perMinute / 60;
      for (let ahead = 0; ahead < 100_000; ahead += 1) {
        // Between both, a person calls once, on coming near: as many as are let in.
        const untilNear = ((ahead - near) / perMinute) * 60;
        if (ahead < near || untilNear > 2400) {
          perSecond += 1 / heartbeatSeconds(ahead, perMinute, config, 0.5);
        }
      }
      expect(perSecond).toBeLessThan(100);
    },
  );
});

const app = await openShop({ events: [party] }, null);
describe('the document (§11.10)', () => {
  it('tells everybody the same, agrees with the session, and is made once a second (§3.55, §7.64)', async () => {
    const buyers = await app.makeBuyers(6);
    for (const buyer of buyers) await join(buyer, party);
    await leave(buyers[3]);
    const last = await sessionOf(buyers[5]);
    const line = (await readLine(app.services, party))!;
    expect(lineSchema.parse(line)).toEqual(line);
    expect(line).toMatchObject({ phase: 'serving', serving: 0, issued: 4, returned: 0 });
    expect(last.queue_info?.number).toBe(4);
    expect(peopleAhead(line, 4) + 1).toBe(last.queue_info?.queue_position);
    let reads = 0;
    const db = recordedDb(app.services.db, () => {
      reads += 1;
    });
    let time = 0;
    const lines = createLines({ ...app.services, db }, () => time);
    await Promise.all([lines.read(party), lines.read(party)]);
    time += 999;
    await lines.read(party);
    expect(reads).toBe(1);
    time += 1;
    await lines.read(party);
    expect(reads).toBe(2);
    expect(await lines.read('tidak-ada')).toBeNull();
  });
});

const published = await openShop(
  { events: [party], env: { PUBLIC_URL: 'https://tiket.contoh.id', DEV_TOOLS: 'off' } },
  null,
);
describe('before Fastify the document', () => {
  const app = published;
  let url: string;
  let document: LineDocument;
  beforeAll(async () => {
    url = `http://127.0.0.1:${await app.listen()}/api/queue/${party}`;
    document = (await app.services.lines.read(party))!;
  });

  /** Has the documents of the process hold this one alone; returns the number of those that Fastify asked for. */
  const hold = (isFresh: boolean) => {
    const { lines } = app.services;
    vi.spyOn(lines, 'fresh').mockReturnValue(isFresh ? document : null);
    const read = vi.spyOn(lines, 'read').mockResolvedValue(document);
    return () => read.mock.calls.length;
  };
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(url, { headers });
    const { date: _, ...rest } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers: rest, text: await answer.text() };
  };

  it.each([
    ['whole', 200],
    ['unchanged', 304],
  ])('is the same as behind it: %s', async (name, status) => {
    const headers: Record<string, string> =
      name === 'whole' ? {} : { 'if-none-match': document.etag };
    const askedBefore = hold(true);
    const before = await ask(headers);
    expect(before).toMatchObject({ status, headers: { 'cache-control': 'public, max-age=1' } });
    expect(before.headers).not.toHaveProperty('set-cookie');
    expect(askedBefore()).toBe(0);
    const askedBehind = hold(false);
    expect(await ask(headers)).toEqual(before);
    expect(askedBehind()).toBe(1);
  });

  it('leaves any other request for it to Fastify', async () => {
    hold(true);
    expect((await fetch(url, { method: 'HEAD' })).headers.get('etag')).toBe(document.etag);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${url}?satu=1`)).status).toBe(200);
  });
});
