import { describe, expect, it } from 'vitest';
import { filesIn, read } from './sources.ts';
import { stateWritersIn } from './state-writers.ts';

const writer = 'server/domain/lifecycle/lifecycle.ts';
// Histories take rows of their own design.
const sources = ['server', 'scripts', 'tools', 'lab']
  .flatMap((folder) => filesIn(folder, /\.ts$/))
  .filter((path) => !path.startsWith('lab/histories/'));
/** A template expression as it appears in a source. */
const computed = (name: string) => `$\{${name}}`;

describe('the states of sessions, orders and payments', () => {
  it('are written only by the lifecycle', () => {
    expect(sources).toContain(writer);
    const others = sources.filter((path) => path !== writer);
    expect(others.flatMap((path) => stateWritersIn(path, read(path)))).toEqual([]);
  });

  it('are written by one update there, and by the inserts of one and of many', () => {
    expect(stateWritersIn(writer, read(writer))).toEqual([
      `${writer} updates a table whose name it computes`,
      `${writer} inserts into a table whose name it computes`,
      `${writer} inserts into a table whose name it computes`,
    ]);
  });
});

describe('the search for writers', () => {
  it.each([
    [
      `update payments p set checked_at = $1,\n  status = case when $2 then 'failed' else p.status end where id = $3`,
      ['a.ts sets payments.status'],
    ],
    [
      `update purchase_sessions set seq = greatest(seq, (select 1 from events where true)), state = 'online'`,
      ['a.ts sets purchase_sessions.state'],
    ],
    [`UPDATE orders\n SET (Status, updated_at) = ('draft', $1)`, ['a.ts sets orders.status']],
    [
      `update orders set updated_at = $1, ${computed('also')} where id = $2`,
      ['a.ts computes which columns of orders it sets'],
    ],
    [
      `update ${computed('table')} s set done = true`,
      ['a.ts updates a table whose name it computes'],
    ],
    [`insert into payments (id, status) values ($1, 'pending')`, ['a.ts inserts payments.status']],
    [`update payments set gateway_final = gateway_final and status not in ('expired')`, []],
    [`update orders set locked_at = $1 where status = 'draft'`, []],
    [`update seats set status = 'held' where id = $1`, []],
    [`insert into refunds (payment_id, status) values ($1, $2)`, []],
    [`select status from orders where status = 'draft' for update`, []],
  ])('finds in %j: %j', (sql, found) => {
    expect(stateWritersIn('a.ts', `tx.query(\`${sql}\`, [])`)).toEqual(found);
  });
});
