import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { readLegalTexts } from '../../../../server/legal/texts.ts';
import { StartError } from '../../../../server/start-error.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'roetix-legal-'));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const settings = { legalDir: folder, productName: 'Toko <Tiket>', supportEmail: 'cs@toko.id' };

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the texts of the operator', () => {
  it('are sanitised, name the shop, and change their hash with any language', () => {
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

  it('stop the start if one is missing or empty, one line each', () => {
    write('terms.id.html', '<script>only()</script>');
    expect(() => readLegalTexts(settings)).toThrow(StartError);
    expect(() => readLegalTexts(settings)).toThrow(
      /terms\.id\.html holds no text.*\nLEGAL_DIR lacks .*privacy\.id\.html/,
    );
  });

  it('are the samples, marked as such, in both languages if no folder is set', () => {
    const { terms, privacy } = readLegalTexts({ ...settings, legalDir: null });
    for (const text of [terms, privacy]) {
      expect(text.is_sample).toBe(true);
      expect(text.html.id).toContain('Toko &lt;Tiket&gt;');
      expect(text.html.en).toContain('cs@toko.id');
      expect(text.html.id).not.toMatch(/\{\w+\}/);
    }
  });
});

describe('a new account', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ events: 'none' });
  });
  afterAll(() => app.close());

  it('is recorded with the hash of both texts, which are stored unchanged', async () => {
    const client = app.anonymous();
    const shown = await client.call(calls.legalText, { params: { document: 'terms' } });
    expect(shown.body.data).toEqual(app.services.legal.terms);
    const registered = await client.call(calls.register, {
      body: {
        firstName: 'Sekar',
        lastName: 'Wulan',
        phoneNumber: '081234567890',
        email: 'sekar@contoh.id',
        password: 'kucing-hitam-7',
      },
    });
    expect(registered.status).toBe(200);
    const rows = await app.services.db.query(
      `select a.document, a.hash, t.html_id = $2 as same from legal_acceptances a
       join accounts on accounts.id = a.account_id join legal_texts t on t.hash = a.hash
       where email = $1 order by a.document`,
      ['sekar@contoh.id', app.services.legal.terms.html.id],
    );
    const { privacy, terms } = app.services.legal;
    expect(rows).toMatchObject([
      { document: 'privacy', hash: privacy.hash, same: false },
      { document: 'terms', hash: terms.hash, same: true },
    ]);
  });

  it('is refused for an unknown document', async () => {
    const answer = await app.anonymous().ask('GET', '/api/legal/imprint');
    expect(answer.status).toBe(422);
  });
});
