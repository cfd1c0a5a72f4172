import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { accountLocks } from './locks/accounts.ts';
import { purchaseLocks } from './locks/purchase.ts';
import { sessionLocks } from './locks/sessions.ts';
import { standingLocks } from './locks/standing.ts';
import { uncontrolled } from './locks/uncontrolled.ts';
import { upkeepLocks } from './locks/upkeep.ts';
import { waitingLocks } from './locks/waiting.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** How many locks the SQL of a source takes. */
const locksIn = (text: string) =>
  [...text.matchAll(/\bfor (?:no key )?(?:update|share)\b|\bpg_(?:try_)?advisory_\w+/g)].length;

test('every lock of the server has a control or a documented reason for none (§16.26)', () => {
  const taken = new Map<string, number>();
  for (const name of readdirSync(`${root}server`, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const count = locksIn(readFileSync(`${root}server/${name}`, 'utf8'));
    if (count > 0) taken.set(`server/${name}`, count);
  }
  const listed = new Map<string, number>();
  const note = (file: string, count: number) => listed.set(file, (listed.get(file) ?? 0) + count);
  const controls = [
    ...sessionLocks,
    ...purchaseLocks,
    ...standingLocks,
    ...accountLocks,
    ...upkeepLocks,
    ...waitingLocks,
  ];
  // One lock may prevent several things.
  const locks = new Map(controls.map(({ file, lock }) => [`${file} ${lock}`, file]));
  for (const file of locks.values()) note(file, 1);
  for (const { file, locks } of uncontrolled) note(file, locks);
  const inOrder = (counts: ReadonlyMap<string, number>) => [...counts].sort();
  expect(inOrder(listed)).toEqual(inOrder(taken));
});

test('a lock is found in any of its forms', () => {
  expect(locksIn('select 1 for update of s skip locked')).toBe(1);
  expect(locksIn('select 1 for no key update; select pg_advisory_xact_lock(1)')).toBe(2);
  expect(locksIn('update seats set status = 1')).toBe(0);
});
