import { expect } from '@playwright/test';
import { test } from '../support/browser/shop.ts';
import { look, party } from './steps.ts';

test('[F01] a place in the queue is not left by accident, survives a refresh, and leads to the seats (§2.177) @desktop', async ({
  page,
  request,
}) => {
  await page.goto('/dev/go/queued-third');
  const place = page.getByRole('progressbar');
  await expect(place).toHaveAttribute('aria-valuetext', /3/);
  await look(page);

  // A link asks first, and 'no' stays.
  await page
    .getByRole('link', { name: /Roetix/ })
    .first()
    .click();
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(question).toBeVisible();
  await look(page);
  await question.getByRole('button', { name: 'Tetap di antrean' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(`/event/${party}/queue`);

  // A refresh is asked about, and keeps the place.
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(place).toHaveAttribute('aria-valuetext', /3/);

  const steered = await request.post(`/dev/queue/${party}`, { data: { promote: 3 } });
  expect(steered.ok(), await steered.text()).toBe(true);
  await page.waitForURL(`**/event/${party}/seats`);
  await expect(page.getByRole('gridcell', { name: /, tersedia$/ }).first()).toBeVisible();
});
