import { expect, type Locator, type Page } from '@playwright/test';
import type { IssuedTicket, OrderSummary, Purchase } from '../../../contract/ticket/tickets.ts';
import { id } from '../../../src/text/id.ts';
import { expectFocusWithin } from '../../support/browser/accessible.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { look, scan, seen } from '../steps.ts';

const ordersCall = '**/api/my/tickets';
const eventTicketsCall = '**/api/my/tickets/*';
const historyCall = '**/api/purchase-history*';
const email = 'pembeli@contoh.id';

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function order(change: Partial<OrderSummary> = {}): OrderSummary {
  return {
    event_slug: 'konser-senja-jakarta',
    name: 'Konser Senja Jakarta',
    banner: '/media/posters/konser-senja-jakarta.svg',
    venue_name: 'Taman Cakrawala',
    datetime: 'TBA',
    ticket_amount: 2,
    total_paid_amount: '1,650,000',
    ...change,
  };
}

/** The nth ticket of an order, its code as long as a signed one. */
function ticket(n: number, change: Partial<IssuedTicket> = {}): IssuedTicket {
  return {
    id: `3f0f8f1e-0000-4000-8000-00000000000${n}`,
    ticket_code: `2PAS-QVP${n}`,
    ticket_type: 'VIP',
    seat_number: `A-${n}`,
    qr_code: `roetix1.${'eyJ2IjoxLCJ0IjoiM2YwZjhmMWUi'.repeat(5)}.${'Q'.repeat(85)}${n}`,
    holder_name: 'Ratna Wijayanti',
    ...change,
  };
}

const purchase = (n: number, change: Partial<Purchase> = {}): Purchase => ({
  transaction_id: `RTX-${n}`,
  title: `Konser ${n}`,
  image: '/media/posters/konser-senja-jakarta.svg',
  datetime: '2026-03-07T19:30:00+07:00',
  venue: 'Taman Cakrawala',
  order_status: 'completed',
  total_price: 550_000,
  ...change,
});

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const details = (page: Page) => page.getByRole('button', { name: 'Ticket Details' });
const narrowest = 320;

/** Error correction of a code on screen: two bits of its format information, read where the standard puts them. */
async function errorCorrection(code: Locator): Promise<string | undefined> {
  const bits = await code.evaluate((svg) => {
    const dark = new Path2D([...svg.querySelectorAll('path')].at(-1)?.getAttribute('d') ?? '');
    const brush = document.createElement('canvas').getContext('2d');
    const quietZone = 2;
    const isDark = (column: number, row: number) =>
      brush?.isPointInPath(dark, column + quietZone + 0.5, row + quietZone + 0.5) ? 1 : 0;
    // The left upper finder first, or the quiet zone was taken wrongly.
    return [isDark(0, 0), isDark(1, 1), isDark(0, 8), isDark(1, 8)].join('');
  });
  return { '1011': 'L', '1010': 'M', '1001': 'Q', '1000': 'H' }[bits];
}

test('a tap on an order shows one code of 208 px that scans, the thumb turns to the next (§2.344, §9.41) @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await signIn(email);
  const tickets = [
    ticket(1),
    // Without a secret of the gate the ticket code stands in.
    ticket(2, {
      qr_code: null,
      seat_number: null,
      holder_name: 'Raden Mas Kusumaningrat '.repeat(4),
    }),
  ];
  const long = 'Festival Musik Tahunan Nusantara Raya Bersama Seratus Musisi';
  await calls.answer(ordersCall, [
    order({ name: long, banner: null, venue_name: '', total_paid_amount: '0' }),
    ...range(14).map((n) => order({ name: `Konser ${n}`, banner: '/media/posters/hilang.svg' })),
  ]);
  await calls.answer(eventTicketsCall, { data: tickets });
  await page.goto('/my-tickets');
  await look(page, narrowest);
  // Another page begins at its top.
  await page.getByRole('button', { name: 'Halaman 2' }).click();
  await expect(cards(page).getByRole('heading', { level: 2 }).first()).toBeInViewport();
  // On the poster, far from the button.
  await cards(page)
    .nth(1)
    .tap({ position: { x: 60, y: 60 } });

  const dialog = page.getByRole('dialog');
  const code = (n: number) => dialog.getByRole('img', { name: `Kode QR tiket 2PAS-QVP${n}` });
  await expect(code(1)).toBeInViewport({ ratio: 1 });
  await expect(code(2)).not.toBeInViewport();
  expect(await code(1).boundingBox()).toMatchObject({ width: 208, height: 208 });
  expect(await scan(code(1))).toBe(tickets[0]?.qr_code);
  expect(await errorCorrection(code(1))).toBe('M');
  await look(page, narrowest);
  await dialog.getByRole('button', { name: 'Tiket berikutnya' }).click();
  await expect(code(2)).toBeInViewport({ ratio: 1 });
  await expect(code(1)).not.toBeInViewport();
  expect(await scan(code(2))).toBe('2PAS-QVP2');
  await look(page, narrowest);
  expect(problems).toEqual([]);
});

test('the lists loading, failing and empty (§2.343, §2.384, §2.57) @desktop', async ({
  page,
  calls,
  signIn,
}) => {
  await signIn(email);
  for (const [path, call, list, empty] of [
    ['/my-tickets', ordersCall, 'tickets', 'No tickets found'],
    ['/transaction-history', historyCall, 'history', 'No Purchase History'],
  ] as const) {
    await calls.hold(call);
    await page.goto(path);
    const loading = page.getByRole('status').filter({ hasText: id[`${list}.loading`] });
    await expect(loading).toBeAttached();
    await look(page);
    await calls.fail(call);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(id[`${list}.loadFailed`]);
    await look(page);
    await calls.answer(call, []);
    await page.reload();
    await expect(page.getByText(empty)).toBeVisible();
    await look(page);
  }
});

test('the dialog of an order keeps the focus and gives it back @desktop', async ({
  page,
  calls,
  signIn,
}) => {
  await signIn(email);
  await calls.answer(
    ordersCall,
    range(4).map((n) => order({ order_id: `RTX-${n}` })),
  );
  await calls.fail(eventTicketsCall);
  await page.goto('/my-tickets');
  const dialog = page.getByRole('dialog');
  await details(page).nth(1).click();
  await expect(dialog.getByRole('alert')).toContainText(id['tickets.loadFailed']);
  await look(page);
  await calls.answer(eventTicketsCall, { data: [ticket(1), ticket(2)] });
  await dialog.getByRole('button', { name: 'Tutup' }).click();
  await expect(details(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('img');
  await expect(codes).toHaveCount(2);
  expect(await codes.first().boundingBox()).toMatchObject({ width: 176, height: 176 });
  expect(await scan(codes.first())).toBe(ticket(1).qr_code);
  await look(page);
  await expectFocusWithin(page, 6);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(details(page).nth(1)).toBeFocused();
});

test('the strip leads to its order in the history: on its page, marked, in view and with the focus, each time (§2.77, §2.383) @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await signIn(email);
  await calls.answer(
    historyCall,
    range(12).map((n) => purchase(n)),
  );
  await page.goto('/');
  const strip = page.getByRole('main').locator('section').filter({ hasText: 'History Purchases' });
  const numbers = strip.getByRole('button', { name: /^Halaman \d+$/ });
  await expect(numbers).toHaveCount(3);
  await look(page, narrowest);
  const size = page.viewportSize() ?? { width: 360, height: 740 };
  for (const [width, count] of [
    [640, 5],
    [639, 3],
  ] as const) {
    await page.setViewportSize({ ...size, width });
    await expect(numbers).toHaveCount(count);
  }
  await page.setViewportSize(size);

  const open = async (stripPage: number, title: string, at: number) => {
    for (let turned = 2; turned <= stripPage; turned += 1) {
      await strip.getByRole('button', { name: 'Berikutnya' }).click();
      await expect(strip.locator('[aria-current=page]')).toHaveText(String(turned));
    }
    await strip.getByRole('link', { name: new RegExp(`${title}$`) }).click();
    await page.waitForURL('**/transaction-history');
    const card = cards(page).filter({ hasText: title });
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect(card).toHaveAttribute('data-marked', 'true');
    const pager = page.getByRole('navigation', { name: id['history.pages'] });
    await expect(pager.locator('[aria-current=page]')).toHaveText(String(at));
  };
  await open(6, 'Konser 11', 4);
  await look(page, narrowest);
  // Who pages away and back is where they want to be.
  await page.getByRole('button', { name: 'Sebelumnya' }).click();
  await page.getByRole('button', { name: 'Berikutnya' }).click();
  await expect(page.getByRole('button', { name: 'Berikutnya' })).toBeDisabled();
  await expect(page.locator('[data-marked]')).not.toBeFocused();

  // The second time everything is there at once, and the page goes to its top in the same breath.
  await seen(page.getByRole('navigation').getByRole('link', { name: 'Home' })).click();
  await open(3, 'Konser 6', 2);
  expect(problems).toEqual([]);
});
