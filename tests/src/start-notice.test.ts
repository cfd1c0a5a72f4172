// @vitest-environment node
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'acorn';
import { IDBFactory } from 'fake-indexeddb';
// @ts-expect-error: it brings no types.
import { JSDOM } from 'jsdom';
import { expect, it, vi } from 'vitest';
import { oldestBrowsers } from '../../scripts/build/browsers.ts';

const code = readFileSync('public/start-notice.js', 'utf8');
const origin = 'https://tiket.example';

/** A page whose app does not start. */
function openPage(path = '/event/malam', hasModules = true) {
  const { window } = new JSDOM('<body><main>Malam · Rp350.000</main></body>', {
    url: origin + path,
    runScripts: 'outside-only',
  });
  window.indexedDB = new IDBFactory();
  if (hasModules) window.HTMLScriptElement.prototype.noModule = false;
  window.eval(code);
  const fail = (filename: string) =>
    window.dispatchEvent(new window.ErrorEvent('error', { filename, message: 'SyntaxError' }));
  return { window, fail, said: () => window.document.body.textContent ?? '' };
}

it('is ES5, and names the oldest browsers of the list (§18.6)', () => {
  parse(code, { ecmaVersion: 5 });
  const { chrome, firefox, safari } = oldestBrowsers;
  expect(code).toContain(`Chrome ${chrome}, Firefox ${firefox}, Safari ${safari}, `);
});

it('says above the page what is wrong and what to do when a script of ours fails', () => {
  const { window, fail, said } = openPage();
  fail('chrome-extension://abc/inject.js');
  expect(said()).not.toContain('peramban');
  fail(`${origin}/assets/app.js`);
  expect(said()).toMatch(/tidak dapat berjalan di peramban ini.*Perbarui.*Malam · Rp350\.000/);
  window.document.documentElement.lang = 'en';
  fail(`${origin}/assets/app.js`);
  expect(said().match(/Perbarui/g)).toHaveLength(1);
});

it('speaks at once in a browser without modules', async () => {
  const { said } = openPage('/', false);
  await vi.waitFor(() => expect(said()).toContain('Perbarui peramban'));
});

it('takes a script that did not arrive for a fault of the network', () => {
  const { window, said } = openPage();
  const script = window.document.createElement('script');
  script.src = '/assets/app.js';
  window.document.body.append(script);
  script.dispatchEvent(new window.Event('error'));
  expect(said()).toContain('Periksa jaringan');
});

it('waits ten seconds after load, and takes its words away from a page that was only slow', async () => {
  const { window, said } = openPage();
  const delays: number[] = [];
  window.setTimeout = ((run: (given: boolean) => void, ms: number, given: boolean) => {
    delays.push(ms);
    run(given);
  }) as never;
  window.dispatchEvent(new window.Event('load'));
  expect(delays).toEqual([10_000]);
  expect(said()).toContain('belum berhasil dimuat');
  window.document.documentElement.dataset.started = '';
  await wait(0);
  expect(said()).toBe('Malam · Rp350.000');
});

it('shows stored tickets of the account without the app', async () => {
  const { window, fail, said } = openPage('/my-tickets');
  const { indexedDB, localStorage } = window;
  const opening = indexedDB.open('roetix-tickets', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('answers', { keyPath: 'name' });
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  const answers = opening.result.transaction('answers', 'readwrite').objectStore('answers');
  const order = { event_slug: 'malam', name: 'Malam', datetime: '6 Maret', venue_name: 'Gedung' };
  const ticket = { id: '1', ticket_code: 'KODE-1', ticket_type: 'VIP', seat_number: 'A-2' };
  answers.put({ name: 'orders', owner: 'u1', value: [order] });
  answers.put({ name: 'event/malam', owner: 'u1', value: { data: [ticket] } });
  answers.put({ name: 'ticket/9', owner: 'u2', value: { ticket: { ...ticket, id: '9' } } });
  localStorage.setItem('roetix:v1:ticketsOf', '"u1"');
  fail(`${origin}/assets/app.js`);
  await vi.waitFor(() => expect(said()).toContain('Kode'));
  const [only, ...others] = [...window.document.querySelectorAll('li')].map((li) => li.textContent);
  expect([only, others]).toEqual(['Malam · 6 Maret · Gedung · Kursi A-2 · Kode: KODE-1', []]);
});
