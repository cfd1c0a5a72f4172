import { expect, type Page } from '@playwright/test';
import { type CallShape, callPath } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import type { EventForm } from '../../../contract/forms.ts';
import { apiRoot, requestedWithHeader, requestedWithValue } from '../../../contract/limits.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Payment } from '../../../contract/payment.ts';
import type { Seatmap } from '../../../contract/seatmap.ts';
import { sampleSubmissions } from '../../../samples/form-answers.ts';
import { onFreshServer, test, watchProblems } from '../../support/browser/shop.ts';
import { look } from './account-data.ts';

onFreshServer();

/** Asks about a contact for emergencies after paying. */
const slug = 'lari-tepi-musi-10k';

/** Makes a call with the sign-in of the page. */
async function ask<T>(page: Page, { method, path }: CallShape, data?: object): Promise<T> {
  const response = await page.request.fetch(apiRoot + callPath(path, { slug }), {
    method,
    data,
    headers: { [requestedWithHeader]: requestedWithValue },
  });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).data as T;
}

/** Buys a ticket without the app. */
async function buy(page: Page): Promise<void> {
  await ask(page, calls.joinQueue, {});
  const map = await ask<Seatmap>(page, calls.seatmapCategories);
  const free = map.seatLayout.items.find(({ status }) => status === 'available');
  const draft = await ask<DraftResponse>(page, calls.createDraft, { seats: [free?.seat_number] });
  const forms = await ask<EventForm[]>(page, calls.eventForms);
  const ids = draft.order_data.items.flatMap((item) => item.seats.map((seat) => seat.ticket_id));
  await ask(page, calls.submitForms, { form_submissions: sampleSubmissions(forms, ids) });
  const { payment } = await ask<{ payment: Payment }>(page, calls.createPayment, {
    payment_method_code: 'qris',
  });
  await page.request.post(`/dev/gateway/${payment.id}`, { data: { outcome: 'settlement' } });
}

test('a form is filled in after paying, without losing what was typed where the network fails @phone', async ({
  page,
  signIn,
}) => {
  const problems = watchProblems(page);
  await signIn('pembeli@contoh.id');
  await buy(page);
  await page.goto('/my-tickets');
  const fill = page.getByRole('link', { name: 'Lengkapi data pemegang tiket' });
  await expect(fill).toBeVisible();
  await look(page);
  await fill.click();
  await expect(page.getByRole('heading', { name: 'Kontak Darurat' })).toBeVisible();
  await look(page);
  const name = page.getByLabel(/^Nama Kontak Darurat/);
  const save = page.getByRole('button', { name: 'Simpan data' });
  await save.click();
  await expect(name).toBeFocused();
  await name.fill('Ibu Ratna');
  await page.getByLabel(/^Telepon Kontak Darurat/).fill('81234567890');

  const path = `**${apiRoot}/purchase-history/*/forms`;
  await page.route(path, (route) => route.abort());
  await save.click();
  await expect(page.getByText('Data belum tersimpan.')).toBeVisible({ timeout: 60_000 });
  await look(page);
  await expect(name).toHaveValue('Ibu Ratna');
  await page.unroute(path);
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText('Data pemegang tiket tersimpan.')).toBeVisible();
  await look(page);

  await page.getByRole('link', { name: 'Kembali ke Pesanan Saya' }).click();
  await page.getByRole('link', { name: 'Ubah data pemegang tiket' }).click();
  await expect(name).toHaveValue('Ibu Ratna');
  await expect(page.getByLabel(/^Telepon Kontak Darurat/)).toHaveValue(/81234567890/);
  expect(problems).toEqual([]);
});
