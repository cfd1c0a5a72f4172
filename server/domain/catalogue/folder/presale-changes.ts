import type { Tx } from '../../../db/db.ts';
import { presaleCodeHash, presaleEmailHash, writePresale } from '../../session/presale.ts';
import type { DesiredShow } from './desired.ts';

/** Changes of the codes and addresses of a presale. */
export async function presaleChanges(tx: Tx, key: string, { event, presale }: DesiredShow) {
  const codes = await tx.query<{ text: string }>(
    `select code_hash || ' ' || coalesce(max_people::text, '') || ' ' || coalesce(per_person::text, '') as text
     from presale_codes where event_id = $1`,
    [event.id],
  );
  const people = await tx.query<{ text: string }>(
    'select email_hash as text from presale_people where event_id = $1',
    [event.id],
  );
  const wanted = [
    presale.codes.map(({ code, maxPeople, perPerson }) =>
      [presaleCodeHash(key, event.id, code), maxPeople ?? '', perPerson ?? ''].join(' '),
    ),
    presale.people.map((email) => presaleEmailHash(event.id, email)),
  ];
  const isSame = [codes, people].every((rows, index) => {
    const texts = new Set(wanted[index]);
    return rows.length === texts.size && rows.every(({ text }) => texts.has(text));
  });
  return {
    lines: isSame
      ? []
      : [`~ presale: ${presale.codes.length} codes, ${new Set(wanted[1]).size} addresses`],
    async write() {
      if (!isSame) await writePresale(tx, key, event.id, presale);
    },
  };
}
