import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { test, watchProblems } from '../support/browser/shop.ts';
import { expectPaid, party, password, seen, signIn } from './steps.ts';

test.use({ serverEnv: { QA_BUILD: '1' } });

const email = 'pembeli@contoh.id';

/** Everything that any page of a context says to another, as text, and every address it asks. */
async function tap(context: BrowserContext) {
  const said: string[] = [];
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('page', (page) => {
    page.on('websocket', (socket) => asked.push(socket.url()));
  });
  await context.exposeFunction('noteSaid', (text: string) => said.push(text));
  await context.addInitScript(() => {
    const { noteSaid } = window as unknown as { noteSaid: (text: string) => void };
    for (const speaker of [BroadcastChannel.prototype, MessagePort.prototype, Window.prototype]) {
      if (!('postMessage' in speaker)) continue;
      const post = speaker.postMessage as (...parts: unknown[]) => void;
      Object.assign(speaker, {
        postMessage(this: unknown, ...parts: unknown[]) {
          noteSaid(JSON.stringify(parts[0]));
          return post.apply(this, parts);
        },
      });
    }
    const post = window.postMessage;
    window.postMessage = (...parts: unknown[]) => {
      noteSaid(JSON.stringify(parts[0]));
      return Reflect.apply(post, window, parts);
    };
  });
  return { said, asked };
}

const button = (inspector: Page, name: string) =>
  inspector.getByRole('button', { name, exact: true });
const press = (inspector: Page, name: string) => button(inspector, name).click();
const inState = (inspector: Page, words: string | RegExp) =>
  expect(inspector.getByTestId('state')).toHaveText(words);

test('the inspector steps a purchase from the queue to success by its own buttons @desktop', async ({
  page,
  context,
  baseURL,
}) => {
  const { said, asked } = await tap(context);
  const opened = context.waitForEvent('page');
  await page.goto(`/auth/login?returnTo=/event/${party}&inspect`);
  await expect(page).toHaveURL(`/auth/login?returnTo=/event/${party}`);
  const inspector = await opened;
  const problems = [watchProblems(page), watchProblems(inspector)];
  await inState(inspector, /anonymous\.login\.editing/);
  await signIn(page, email);
  await page.waitForURL(`**/event/${party}`);
  await inState(inspector, /place\.browsing/);
  await expectAccessible(inspector);

  // Queue: a buyer who joins a paused one waits until the next promotion.
  await press(inspector, 'Pause');
  await expect(inspector.getByRole('status')).toHaveText(/paused/);
  await press(inspector, 'purchase.request');
  await press(inspector, 'show.confirm');
  await inState(inspector, 'waiting');
  await expect(page.getByText('Kamu Sedang Dalam Antrean')).toBeVisible();
  await press(inspector, 'Promote');

  await inState(inspector, /^choosing/);
  await inspector
    .getByRole('combobox', { name: 'Sample for seat.toggle' })
    .selectOption({ index: 1 });
  for (const count of [1, 2]) {
    await press(inspector, 'seat.toggle');
    await expect(seen(page.getByText(`${count} / 5 selected`))).toBeVisible();
    await inState(inspector, /pricing\.priced/);
  }
  await press(inspector, 'draft.request');

  // The draft is looked after every 30 s; fired now, it is read now.
  await inState(inspector, /step\.filling/);
  await press(inspector, 'Fire draftPoll now');
  await expect(inspector.getByRole('option', { name: /after draftPoll/ })).toBeVisible();
  await press(inspector, 'form.review');
  await expect(page.getByRole('dialog').getByText(/RTX-/).first()).toBeVisible();
  await press(inspector, 'form.confirm');

  await inState(inspector, 'choosing');
  await press(inspector, 'method.select');
  await press(inspector, 'payment.request');
  await inState(inspector, /^awaiting/);
  await press(inspector, 'Settle payment');
  await inState(inspector, 'completed.proven.clear');
  await expectPaid(page);
  await expect(inspector.locator('[data-lit="leaf"] > title')).toHaveText(
    'payment.completed.proven.clear',
  );

  // A page opened by hand finds the app, with all that happened before.
  const byHand = await context.newPage();
  await byHand.goto('/inspector.html');
  await inState(byHand, 'completed.proven.clear');
  await expect(byHand.getByRole('option', { name: /seat\.toggle sent/ }).first()).toBeAttached();
  await byHand.close();

  const download = inspector.waitForEvent('download');
  await press(inspector, 'Export');
  const file = readFileSync(await (await download).path(), 'utf8');
  await press(inspector, 'success.close');
  await inState(inspector, /place\.browsing/);

  // A reload of the app is followed; the life before it stays to be read.
  await page.reload();
  await expect(inspector.getByRole('combobox', { name: 'App' }).getByRole('option')).toHaveCount(2);
  await inState(inspector, /account\.verified, place\.browsing/);

  const wire = said.join('\n');
  for (const trace of [
    'login.submit',
    'form.review',
    'payment.completed',
    'roetix.inspector.send',
  ]) {
    expect(wire).toContain(trace);
  }
  const { data: me } = (await (await page.request.get('/api/auth/me')).json()) as {
    data: { email: string; name: string; phoneNumber: string };
  };
  expect(me.email).toBe(email);
  for (const secret of [password, me.email, me.name, me.phoneNumber.slice(3), 'Tamu Uji']) {
    expect(secret.length).toBeGreaterThan(5);
    expect(wire).not.toContain(secret);
    expect(file).not.toContain(secret);
  }
  const foreign = asked.filter(
    (address) =>
      !['blob:', 'data:'].includes(new URL(address).protocol) &&
      new URL(address).host !== new URL(baseURL ?? '').host,
  );
  expect(foreign).toEqual([]);
  expect(asked.length).toBeGreaterThan(50);
  expect(problems.flat()).toEqual([]);
});
