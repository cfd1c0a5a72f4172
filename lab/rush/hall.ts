import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Slug of the rush's own event, which is the name of its folder. */
export const hallSlug = 'gladi-serbuan';

const seatsPerRow = 100;

/** Writes the folder of an event with so many seats and a form for each ticket; `drop` removes it. */
export function writeHall(seats: number): { readonly folder: string; drop(): void } {
  const home = mkdtempSync(join(tmpdir(), 'roetix-rush-event-'));
  const folder = join(home, hallSlug);
  const rows = Array.from({ length: Math.ceil(seats / seatsPerRow) }, (_, row) =>
    Math.min(seatsPerRow, seats - row * seatsPerRow),
  );
  const event = {
    name: 'Gladi Serbuan',
    organizer: { name: 'Gladi Resik' },
    eventType: 'Konser Musik',
    topic: 'music',
    startsAt: '+60d 19:30',
    minutes: 120,
    venue: { name: 'Balai Gladi', address: 'Jalan Gladi 1, Jakarta', mapQuery: 'Jakarta' },
    province: 'JK',
    city: 'Jakarta Pusat',
    subdistrict: 'Gambir',
    about: ['Gladi resik sebuah penjualan.'],
    facilities: ['Panggung'],
    ownTerms: ['Tiket gladi tidak berlaku.'],
    categories: [{ name: 'Reguler', color: '#1971c2', price: 100_000, rows }],
    layout: { kind: 'rows', stage: 'PANGGUNG', banks: 2 },
    forms: [
      {
        name: 'Data Pemegang Tiket',
        description: '',
        askAll: true,
        isActive: true,
        fields: [{ fieldKey: 'nama_lengkap', fieldType: 'text', label: 'Nama Lengkap' }],
      },
    ],
  };
  mkdirSync(folder);
  writeFileSync(join(folder, 'event.json'), JSON.stringify(event));
  return { folder, drop: () => rmSync(home, { recursive: true, force: true }) };
}
