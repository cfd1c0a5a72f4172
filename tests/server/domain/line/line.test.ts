import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { lineSchema, peopleAhead } from '../../../../contract/queue.ts';
import { type GoneRow, gonePairs, narrow, wide } from '../../../../server/domain/line/gone.ts';
import { heartbeatSeconds, nearOf } from '../../../../server/domain/line/heartbeat.ts';
import { type LineParts, readLine } from '../../../../server/domain/line/line.ts';
import { createLines } from '../../../../server/domain/line/lines.ts';
import { join, party, sessionOf } from '../../support/purchase.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

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

describe('a place computed from the document', () => {
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
        let present = 0;
        for (let number = serving + 1; number <= issued; number += 1) {
          state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
          if (state / 2_147_483_648 < left) {
            gone.push(number);
          } else {
            ahead.set(number, present);
            present += 1;
          }
        }
        const line = { serving, returned: 0, gone: gonePairs(rowOf(serving, issued, gone)) };
        expect(JSON.stringify(line.gone).length).toBeLessThan(1_500);
        for (const [number, exact] of ahead) {
          const shown = peopleAhead(line, number);
          const allowed = number <= serving + 20 ? 0 : 5 + exact * 0.2;
          expect(Math.abs(shown - exact)).toBeLessThanOrEqual(allowed);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is 0 for a number whose turn has come, and counts those who are back before all others', () => {
    const line = { serving: 7, returned: 2, gone: [] };
    expect([7, 8, 10].map((number) => peopleAhead(line, number))).toEqual([0, 2, 4]);
  });
});

describe('heartbeats', () => {
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

  it('of 100,000 people in line are fewer than 100 a second', () => {
    const sum = (perMinute: number) => {
      let perSecond = 0;
      const near = nearOf(perMinute, config);
      for (let ahead = 0; ahead < 100_000; ahead += 1) {
        // Between both, a person calls once, on coming near: as many as are let in.
        const untilNear = ((ahead - near) / perMinute) * 60;
        if (ahead < near || untilNear > 2400) {
          perSecond += 1 / heartbeatSeconds(ahead, perMinute, config, 0.5);
        }
      }
      return perSecond + perMinute / 60;
    };
    expect([60, 300, 1000].map(sum).every((calls) => calls < 100)).toBe(true);
  });
});

describe('the document', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: [party] });
  });
  afterAll(() => app.close());
  const read = () => app.anonymous().call(calls.queueLine, { params: { slug: party } });

  it('tells everybody the same, agrees with the session, and is made once a second', async () => {
    const buyers = await app.makeBuyers(6);
    for (const buyer of buyers) await join(buyer, party);
    await buyers[3]!.call(calls.exitSession);
    const last = await sessionOf(buyers[5]!);
    const line = (await readLine(app.services, party))!;
    expect(lineSchema.parse(line)).toEqual(line);
    expect(line).toMatchObject({ phase: 'serving', serving: 0, issued: 4, returned: 0 });
    expect(last.queue_info?.number).toBe(4);
    expect(peopleAhead(line, 4) + 1).toBe(last.queue_info?.queue_position);
    let reads = 0;
    const { db } = app.services;
    const parts: LineParts = {
      ...app.services,
      db: {
        ...db,
        query: (sql, params) => {
          reads += 1;
          return db.query(sql, params);
        },
      },
    };
    let time = 0;
    const lines = createLines(parts, () => time);
    await Promise.all([lines.read(party), lines.read(party)]);
    time += 999;
    await lines.read(party);
    expect(reads).toBe(1);
    time += 1;
    await lines.read(party);
    expect(reads).toBe(2);
    expect(await lines.read('tidak-ada')).toBeNull();
  });

  it('may be cached for a second, and is not sent again unchanged', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    const { headers } = await app.fastify.inject(`/api/queue/${party}`);
    expect(headers['cache-control']).toBe('public, max-age=1');
    expect(headers['set-cookie']).toBeUndefined();
    const again = await app.fastify.inject({
      url: `/api/queue/${party}`,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });
});
