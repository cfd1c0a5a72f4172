import { writeFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { create } from 'qrcode';
import type { EventForm } from '../../contract/forms.ts';
import type { DraftResponse } from '../../contract/order.ts';
import { sampleSubmissions } from '../../samples/form-answers.ts';

/** Free, without forms. */
export const seminar = 'seminar-gratis-yogya';
/** Priced, with only inactive forms. */
export const theatre = 'teater-tanpa-form-solo';

const headers = { 'x-requested-with': 'roetix' };

/** A ticket with its code, as the buyer has it. */
export interface HeldTicket {
  readonly qr: string;
  readonly short: string;
  readonly seat: string;
}

/** Buys tickets with the calls of the app, and returns them; what is asked before paying is answered. */
export async function buyTickets(
  request: APIRequestContext,
  slug: string,
  count: number,
): Promise<readonly HeldTicket[]> {
  const post = async (path: string, data: object = {}) => {
    const answer = await request.post(path, { headers, data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()).data;
  };
  await post('/api/auth/login', { email: 'pembeli@contoh.id', password: 'tiket1234' });
  const before = await heldTickets(request, slug);
  await post(`/api/event/${slug}/session/queue/join`);
  const map = await (await request.get(`/api/event/${slug}/seatmap-categories`)).json();
  const { items } = map.data.seatLayout as {
    items: { seat_number: string; status: string; category: unknown }[];
  };
  const free = items
    .filter((seat) => seat.status === 'available' && seat.category !== null)
    .slice(0, count)
    .map((seat) => seat.seat_number);
  const draft: DraftResponse = await post(`/api/event/${slug}/order-draft`, {
    seats: free,
    voucher_code: null,
  });
  const ids = draft.order_data.items.flatMap((item) => item.seats.map((seat) => seat.ticket_id));
  const forms = (await (await request.get(`/api/event/${slug}/forms`)).json()).data as EventForm[];
  await post(`/api/event/${slug}/order-draft/form-submission`, {
    form_submissions: sampleSubmissions(forms, ids),
  });
  const { payment } = await post(`/api/event/${slug}/create-payment`, {
    payment_method_code: 'qris',
  });
  if (payment.status !== 'completed') {
    const settled = await request.post(`/dev/gateway/${payment.id}`, {
      data: { outcome: 'settlement' },
    });
    expect(settled.status()).toBe(200);
  }
  const known = new Set(before.map(({ qr }) => qr));
  return (await heldTickets(request, slug)).filter(({ qr }) => !known.has(qr));
}

async function heldTickets(request: APIRequestContext, slug: string): Promise<HeldTicket[]> {
  const held = await (await request.get(`/api/my/tickets/${slug}`)).json();
  return (held.data?.data ?? []).map(
    (ticket: { qr_code: string; ticket_code: string; seat_number: string }) => ({
      qr: ticket.qr_code,
      short: ticket.ticket_code,
      seat: ticket.seat_number,
    }),
  );
}

/** Opens the gate page of an event with a new gate pass; test machines have no camera, so tests type the codes. */
export async function openDoor(page: Page, slug: string, door: string): Promise<void> {
  const made = await page.request.post(`/dev/gate-pass/${slug}`);
  const { path } = (await made.json()).data;
  await page.goto(path);
  await page.getByLabel('Nama pintu ini').fill(door);
  await page.getByRole('button', { name: 'Buka pintu' }).click();
  await expect(page.getByText('Semua tersinkron', { exact: true })).toBeVisible();
}

/** Waits until the service worker has cached the page, shortly after the first visit. */
export async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/** Types a code and returns the verdict once it fills the screen, in either language. */
export async function scan(page: Page, code: string) {
  const byHand = page.getByRole('button', { name: /^(?:Ketik kode|Type the code)$/ });
  const field = page.getByLabel(/^(?:Kode tiket|Ticket code)$/);
  await expect(byHand.or(field).first()).toBeVisible();
  if (!(await field.isVisible())) await byHand.click();
  await field.fill(code);
  await field.press('Enter');
  const verdict = page.locator('[data-verdict][class*=result]');
  await expect(verdict).toBeVisible();
  return verdict;
}

/** Closes the verdict. */
export async function nextGuest(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(?:Lanjut|Next)$/ }).click();
}

/** Voids a ticket as the operator. */
export async function voidTicket(request: APIRequestContext, ticket: HeldTicket): Promise<void> {
  const answer = await request.post(`/dev/void-ticket/${ticket.short}`);
  expect(answer.status(), await answer.text()).toBe(200);
}

const size = 480;
const marginModules = 4;
const frames = 5;

/** Writes a short grey video of a QR code in the one format that Chromium accepts as a fake camera. */
export function writeFilm(path: string, text: string): void {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const across = modules.size + 2 * marginModules;
  const isDark = (x: number, y: number) => {
    const column = Math.floor((x * across) / size) - marginModules;
    const row = Math.floor((y * across) / size) - marginModules;
    const isInside = column >= 0 && row >= 0 && column < modules.size && row < modules.size;
    return isInside && modules.get(row, column) === 1;
  };
  const luma = Buffer.alloc(size * size);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) luma[y * size + x] = isDark(x, y) ? 20 : 235;
  }
  const chroma = Buffer.alloc((size * size) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${size} H${size} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]));
}
