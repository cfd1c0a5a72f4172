import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { dressed, type TicketDocument } from '../../../../server/domain/ticket/tickets.ts';
import { readLegalTexts } from '../../../../server/legal/texts.ts';
import { StartError } from '../../../../server/start-error.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const folder = tempFolder();
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const settings = { legalDir: folder, productName: 'Toko <Tiket>', supportEmail: 'cs@toko.id' };
afterEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
});

it('the texts of the operator are sanitised, name the shop, and change their hash with any language (§2.403)', () => {
  write('terms.id.html', '<h3>Siapa</h3><p onclick="x()">{product}</p><script>x()</script>');
  write('privacy.id.html', '<p>Tulis ke <a href="mailto:{support}">{support}</a></p>');
  const first = readLegalTexts(settings);
  expect(first.terms).toMatchObject({
    html: { id: '<h3>Siapa</h3><p>Toko &lt;Tiket&gt;</p>', en: null },
    is_sample: false,
  });
  expect(first.privacy.html.id).toContain('href="mailto:cs@toko.id"');
  expect(readLegalTexts(settings).terms.hash).toBe(first.terms.hash);
  write('terms.en.html', '<p>Terms</p>');
  const second = readLegalTexts(settings);
  expect(second.terms.hash).not.toBe(first.terms.hash);
  expect(second.privacy.hash).toBe(first.privacy.hash);
});

it('the terms of the tickets are those of the event, else those of the shop, else the usual ones (§10.47)', async () => {
  write('terms.id.html', '<p>S</p>');
  write('privacy.id.html', '<p>P</p>');
  const posterColours = { read: async () => null };
  const printed = async (own: object) => {
    const document = { banner: null, ticket: own } as unknown as TicketDocument;
    return (await dressed([document], { posterColours, legal: readLegalTexts(settings) }))[0]!
      .ticket.terms;
  };
  expect(await printed({})).toBeUndefined();
  write('ticket-terms.txt', 'Bawa KTP.\n\n Tidak boleh dijual. \n');
  expect(await printed({})).toEqual(['Bawa KTP.', 'Tidak boleh dijual.']);
  expect(await printed({ terms: ['Bawa helm.'] })).toEqual(['Bawa helm.']);
  write('ticket-terms.txt', 'x\n'.repeat(9));
  expect(() => readLegalTexts(settings)).toThrow(/ticket-terms\.txt has 9 terms\. Write 1 to 8/);
});

it('a text that is missing or empty stops the start, one line each', () => {
  write('terms.id.html', '<script>only()</script>');
  expect(() => readLegalTexts(settings)).toThrow(StartError);
  expect(() => readLegalTexts(settings)).toThrow(
    /terms\.id\.html holds no text.*\nLEGAL_DIR lacks .*privacy\.id\.html/,
  );
});

it('without a folder the texts are samples, marked as such, in both languages (§7.49)', () => {
  const { terms, privacy } = readLegalTexts({ ...settings, legalDir: null });
  for (const text of [terms, privacy]) {
    expect(text.is_sample).toBe(true);
    expect(text.html.id).toContain('Toko &lt;Tiket&gt;');
    expect(text.html.en).toContain('cs@toko.id');
    expect(text.html.id).not.toMatch(/\{\w+\}/);
  }
});
