import type { Db, Queryable } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { audit, type Trail } from '../audit.ts';

/** Codes of the methods that are switched off. */
export async function methodsOff(q: Queryable): Promise<ReadonlySet<string>> {
  const rows = await q.query<{ code: string }>('select code from methods_off');
  return new Set(rows.map(({ code }) => code));
}

/**
 * Switches a method off or on for new payments of every event; running payments go on. Throws Refusal 404 for a code that is not among the known ones,
 * 409 where it is so already.
 */
export async function switchMethod(
  db: Db,
  known: readonly string[],
  code: string,
  isOn: boolean,
  by: Trail,
  now: Date,
): Promise<void> {
  if (!known.includes(code)) {
    throw new Refusal(404, `There is no method ${code}. There are: ${known.join(', ')}`);
  }
  await db.tx(async (tx) => {
    const changed = isOn
      ? await tx.query('delete from methods_off where code = $1 returning code', [code])
      : await tx.query(
          'insert into methods_off (code, since) values ($1, $2) on conflict do nothing returning code',
          [code, now],
        );
    const state = isOn ? 'on' : 'off';
    if (changed.length === 0) throw new Refusal(409, `${code} is ${state} already.`);
    await audit(tx, {
      at: now,
      ...by,
      action: 'method.switch',
      object: `method:${code}`,
      after: state,
    });
  });
}
