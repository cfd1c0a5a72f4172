import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { signInAs } from '../support/browser/shop.ts';
import { test } from '../support/flows/journey.ts';
import { confirmShow, expectNoSidewaysScroll, seen } from './steps.ts';

/** The sample event whose waiting room is open and whose sale begins a week later. */
const event = 'swara-danau-toba';

async function steer(request: APIRequestContext, wanted: object): Promise<void> {
  const answer = await request.post(`/dev/queue/${event}`, { data: wanted });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Goes from the page of the event into its waiting room; resolves with the public name shown there. */
async function enterRoom(page: Page): Promise<string> {
  await page.goto(`/event/${event}`);
  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  await confirmShow(page);
  await page.waitForURL(`**/event/${event}/queue`);
  await expect(page.getByRole('heading', { name: 'Anda Sudah di Ruang Tunggu' })).toBeVisible();
  const name = await page
    .getByText('Nama undian Anda')
    .locator('xpath=..')
    .locator('strong')
    .textContent();
  expect(name).toMatch(/^[a-z0-9]{16}$/);
  return name ?? '';
}

/** The number that the draw gave, as the queue page shows it. */
async function drawnNumber(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { name: 'Nomor Undian Anda' })).toBeVisible();
  const status = page.getByRole('status').filter({ hasText: 'Nomor Anda' });
  await expect(status).toContainText('dari 2 nomor');
  return Number(await status.locator('p').nth(1).textContent());
}

/** Opens the page of the draw beside the queue and has it prove the own number. */
async function provePlace(context: BrowserContext, page: Page, name: string, number: number) {
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Periksa hasil undian' }).click();
  const proof = await opened;
  await proof.waitForURL(`**/event/${event}/undian`);
  await expect(proof.getByLabel('Nama undian')).toHaveValue(name);
  await proof.getByRole('button', { name: 'Periksa', exact: true }).click();
  await expect(proof.getByText(`Nomor ${number} benar.`)).toBeVisible();
  await expect(
    proof.getByText(`Rahasia dan daftar memberi nama ini nomor ${number}.`),
  ).toBeVisible();
  return proof;
}

// The start of its sale and its draw are part of the catalogue, which the reset between tests keeps.
test.afterEach(async ({ request }) => {
  const reset = await request.post('/dev/reset');
  expect(reset.status(), await reset.text()).toBe(200);
});

test('two buyers gather, are drawn, prove their numbers, and have their turns in the drawn order @phone', async ({
  browser,
  context,
  page,
  request,
  contextOptions,
  app,
}) => {
  const other = await browser.newContext({ ...contextOptions, baseURL: app.url });
  await signInAs(context, 'pembeli@contoh.id');
  await signInAs(other, 'pembeli2@contoh.id');
  const buyers = [
    { context, page },
    { context: other, page: await other.newPage() },
  ];
  await steer(request, { capacity: 0 });

  const names: string[] = [];
  for (const buyer of buyers) names.push(await enterRoom(buyer.page));
  expect(new Set(names).size).toBe(2);
  for (const { page } of buyers) {
    await expect(page.getByText('2 orang di ruang tunggu')).toBeVisible();
  }
  await expect(page.getByText(/Nomor antrean diundi pada/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // A reload keeps the place: the public name stays the same.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(names[0] ?? '', { exact: true })).toBeVisible();
  await expect(page.getByText('2 orang di ruang tunggu')).toBeVisible();

  await steer(request, { sale_opens_in: 0 });
  const drawn: { number: number; page: Page }[] = [];
  for (const [index, buyer] of buyers.entries()) {
    const number = await drawnNumber(buyer.page);
    drawn.push({ number, page: buyer.page });
    const proof = await provePlace(buyer.context, buyer.page, names[index] ?? '', number);
    if (index === 0) {
      await expectAccessible(proof);
      await expectNoSidewaysScroll(proof);
      // A name that nobody had proves nothing.
      await proof.getByLabel('Nama undian').fill('abcdefghjkmnpqrs');
      await proof.getByRole('button', { name: 'Periksa', exact: true }).click();
      await expect(proof.getByText('Nama ini tidak ada di daftar yang ditutup.')).toBeVisible();
    }
    await proof.close();
  }
  drawn.sort((one, two) => one.number - two.number);
  expect(drawn.map(({ number }) => number)).toEqual([1, 2]);

  const [first, second] = drawn as [(typeof drawn)[0], (typeof drawn)[0]];
  await expect(second.page.getByText('Nomor undian Anda 2')).toBeVisible();
  await expectAccessible(second.page);
  await steer(request, { capacity: 1 });
  await first.page.waitForURL(`**/event/${event}/seats`);
  await expect(second.page).toHaveURL(`/event/${event}/queue`);
  await expect(second.page.getByText('Anda yang berikutnya')).toBeVisible();
  await steer(request, { capacity: 2 });
  await second.page.waitForURL(`**/event/${event}/seats`);
});
