import { expect, type Locator, type Page } from '@playwright/test';
import { id } from '../../../src/text/id.ts';
import { expectFocusWithin } from '../../support/browser/accessible.ts';
import { expectOnScreen, pressRetry } from '../../support/browser/on-screen.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { scan } from '../steps.ts';
import {
  buyer,
  eventTicketsCall,
  expectPager,
  look,
  order,
  ordersCall,
  range,
  serverClock,
  ticket,
} from './account-data.ts';

// The day is Jakarta's wherever the device is, and whatever its clock says.
test.use({ timezoneId: 'America/New_York' });

const tonight = '2026-03-07T19:00:00+07:00';
const duringTheShow = '2026-03-07T19:05:00+07:00';
const endOfTheDay = '2026-03-07T23:59:59+07:00';
const midnight = '2026-03-08T00:00:00+07:00';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading', { level: 2 });
const details = (page: Page) => page.getByRole('button', { name: 'Ticket Details' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

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

test('today on top and active until its day is over in Jakarta, three a page, five numbers, paid and free @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  const setServerClock = await serverClock(page, duringTheShow);
  await signIn(buyer.email);
  await calls.answer(ordersCall, [
    order({
      event_slug: 'tba',
      name: 'Festival Musik Tahunan Nusantara Raya Bersama Seratus Musisi',
      datetime: 'TBA',
      banner: null,
      venue_name: '',
      total_paid_amount: '0',
    }),
    ...range(14).map((n) =>
      order({ event_slug: `e${n}`, name: `Konser ${n}`, banner: '/media/posters/hilang.svg' }),
    ),
    order({ event_slug: 'malam-ini', name: 'Konser Malam Ini', datetime: tonight }),
    order({ event_slug: 'lalu', name: 'Yang Lalu', datetime: '2026-03-06T19:00:00+07:00' }),
  ]);
  await page.goto('/my-tickets');

  await expect(names(page)).toHaveText(['Konser Malam Ini', 'Konser 1', 'Konser 2']);
  await expectOnScreen(page, [
    'Pesanan Saya',
    'Active',
    'Inactive',
    'Hari ini',
    'Berbayar',
    'Sabtu, 7 Maret 2026',
    '19:00 WIB',
    'Taman Cakrawala',
    '2 tiket',
    'Rp1.650.000',
    'Ticket Details',
  ]);
  await expect(page.getByText('Hari ini')).toHaveCount(1);
  await cards(page).nth(1).scrollIntoViewIfNeeded();
  await expect(cards(page).nth(1).locator('img')).toHaveAttribute('src', /^\/placeholders\//);
  const label = id['tickets.pages'];
  await expectPager(page, label, { numbers: [1, 2, 3, 4, 5], at: 1, shut: ['Sebelumnya'] });
  await look(page);

  await page.getByRole('button', { name: 'Halaman 5' }).click();
  await expectPager(page, label, { numbers: [2, 3, 4, 5, 6], at: 5, shut: [] });
  await page.getByRole('button', { name: 'Berikutnya' }).click();
  await expectPager(page, label, { numbers: [2, 3, 4, 5, 6], at: 6, shut: ['Berikutnya'] });
  await expect(cards(page)).toHaveCount(1);
  await expect(names(page)).toBeInViewport();
  await expectOnScreen(page, ['TBA', 'Gratis']);
  await expect(cards(page).locator('img')).toHaveAttribute('src', /^\/placeholders\//);
  await look(page);

  await tab(page, 'Inactive').click();
  await expect(names(page)).toHaveText(['Yang Lalu']);
  await tab(page, 'Active').click();
  await expectPager(page, label, { numbers: [1, 2, 3, 4, 5], at: 1, shut: ['Sebelumnya'] });

  // The next day begins at midnight in Jakarta.
  for (const [now, isActive] of [
    [endOfTheDay, true],
    [midnight, false],
  ] as const) {
    await setServerClock(now);
    await page.reload();
    if (!isActive) await tab(page, 'Inactive').click();
    await expect(names(page).first()).toHaveText('Konser Malam Ini');
    await expect(page.getByText('Hari ini')).toHaveCount(isActive ? 1 : 0);
  }
  expect(problems).toEqual([]);
});

test('loading, failing, empty; the side menu; another tab and page come in over 400 ms; Log Out @desktop', async ({
  page,
  calls,
  signIn,
}) => {
  await page.goto('/my-tickets');
  await expect(page, 'signed out').toHaveURL('/auth/login?returnTo=/my-tickets');

  await signIn(buyer.email);
  await calls.hold(ordersCall);
  await page.goto('/my-tickets');
  await expect(page.getByRole('status').filter({ hasText: id['tickets.loading'] })).toBeAttached();
  await expect(page.locator('[aria-busy=true] > [aria-hidden=true]')).toHaveCount(3);
  await look(page);

  await calls.fail(ordersCall);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Tiket belum dapat dimuat.');
  await look(page);

  await calls.answer(ordersCall, []);
  await pressRetry(page.getByRole('button', { name: 'Coba lagi' }));
  await expectOnScreen(page, ['No tickets found', "You don't have any active tickets yet."]);
  await tab(page, 'Inactive').click();
  await expectOnScreen(page, ['No tickets found', "You don't have any inactive tickets yet."]);
  await look(page);

  const menu = page.getByRole('complementary');
  await expect(menu).toContainText(buyer.name);
  await expect(menu).toContainText(buyer.email);
  for (const [name, path] of [
    ['Ticket', '/my-tickets'],
    ['Transaction History', '/transaction-history'],
    ['Profile', '/profile'],
  ] as const) {
    await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await expect(menu.locator('[aria-current=page]')).toHaveText('Ticket');

  // Motion as most people have it, then reduced as in every other journey.
  await calls.answer(ordersCall, [
    ...range(4).map((n) => order({ event_slug: `e${n}`, datetime: 'TBA' })),
    order({ datetime: '2020-01-01T19:00:00+07:00' }),
  ]);
  const turned = () =>
    page.evaluate(() => {
      const list = document.querySelector('[role=tabpanel] ul');
      return list === null ? '' : getComputedStyle(list).animationDuration;
    });
  const turns = () => page.evaluate(() => document.body.dataset.turns);
  for (const [motion, duration] of [
    ['no-preference', '0.4s'],
    ['reduce', '1e-05s'],
  ] as const) {
    await page.emulateMedia({ reducedMotion: motion });
    await page.reload();
    await expect(cards(page)).toHaveCount(3);
    // The first list's own arrival is over, so that its start is not counted.
    await page.evaluate(() => {
      const arrivals = document.querySelector('[role=tabpanel] ul')?.getAnimations() ?? [];
      return Promise.all(arrivals.map(({ finished }) => finished));
    });
    await page.evaluate(() => {
      document.body.dataset.turns = '0';
      document.addEventListener('animationstart', ({ target }) => {
        if (!(target as Element).matches('[role=tabpanel] ul')) return;
        document.body.dataset.turns = String(Number(document.body.dataset.turns) + 1);
      });
    });
    await page.getByRole('button', { name: 'Halaman 2' }).click();
    await expect.poll(turns).toBe('1');
    expect(await turned()).toBe(duration);
    await tab(page, 'Inactive').click();
    await expect.poll(turns).toBe('2');
    expect(await turned()).toBe(duration);
  }

  await menu.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Be Our Partner' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a tap on the card shows one code of 208 px that scans, the thumb turns to the next @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await serverClock(page, duringTheShow);
  await signIn(buyer.email);
  const tickets = [
    ticket(1),
    ticket(2, { holder_name: 'Raden Mas Bambang Soesilo Wicaksono Kusumaningrat' }),
    // Without a secret of the gate the ticket code stands in.
    ticket(3, { qr_code: null, seat_number: null }),
  ];
  await calls.answer(ordersCall, [order({ ticket_amount: 3 })]);
  await calls.answer(eventTicketsCall, { data: tickets });
  await page.goto('/my-tickets');
  // On the poster, far from the button.
  await cards(page).tap({ position: { x: 60, y: 60 } });

  const dialog = page.getByRole('dialog', { name: 'Konser Senja Jakarta' });
  const code = (n: number) => dialog.getByRole('img', { name: `Kode QR tiket 2PAS-QVP${n}` });
  await expect(code(1)).toBeInViewport({ ratio: 1 });
  await expectOnScreen(page, [
    'Selasa, 7 April 2026 · 19:30 WIB',
    'Taman Cakrawala',
    'Tiket 1 dari 3',
    'VIP',
    'Kursi A-1',
    'Ratna Wijayanti',
    'Kode tiket',
    '2PAS-QVP1',
    'Buka e-ticket',
  ]);
  expect(await code(1).boundingBox()).toMatchObject({ width: 208, height: 208 });
  expect(await scan(code(1))).toBe(tickets[0]?.qr_code);
  expect(await errorCorrection(code(1))).toBe('M');
  await expect(code(2)).not.toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Tiket sebelumnya' })).toBeDisabled();
  await look(page);

  const next = dialog.getByRole('button', { name: 'Tiket berikutnya' });
  await next.click();
  await expectOnScreen(page, ['Tiket 2 dari 3', 'Kursi A-2']);
  await expect(code(2)).toBeInViewport({ ratio: 1 });
  await expect(code(1)).not.toBeInViewport();
  expect(await scan(code(2))).toBe(tickets[1]?.qr_code);
  await next.click();
  await expectOnScreen(page, ['Tiket 3 dari 3']);
  expect(await scan(code(3))).toBe('2PAS-QVP3');
  await expect(next).toBeDisabled();
  await look(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('the dialog keeps the focus and gives it back, holds the tickets of its own order, says what it cannot show @desktop', async ({
  page,
  calls,
  signIn,
}) => {
  await serverClock(page, duringTheShow);
  await signIn(buyer.email);
  await calls.answer(ordersCall, [
    order({ order_id: 'RTX-2', ticket_amount: 1 }),
    order({ order_id: 'RTX-1', ticket_amount: 2 }),
    order({ event_slug: 'lain', name: 'Seminar Gratis', total_paid_amount: '0' }),
  ]);
  await calls.hold(eventTicketsCall);
  await page.goto('/my-tickets');
  await expectOnScreen(page, ['Pesanan RTX-1', 'Pesanan RTX-2']);

  const dialog = page.getByRole('dialog');
  await details(page).first().click();
  await expect(dialog.getByRole('status')).toHaveText(id['tickets.loading']);
  await page.keyboard.press('Escape');

  await calls.fail(eventTicketsCall);
  await details(page).nth(2).click();
  await expect(dialog.getByRole('alert')).toContainText('Tiket belum dapat dimuat.');
  await look(page);
  await calls.answer(eventTicketsCall, { data: [] });
  await pressRetry(dialog.getByRole('button', { name: 'Coba lagi' }));
  await expectOnScreen(page, ['Belum ada tiket yang terbit untuk pesanan ini.']);
  await look(page);
  await dialog.getByRole('button', { name: 'Tutup' }).click();
  await expect(details(page).nth(2)).toBeFocused();

  const own = [ticket(1, { order_id: 'RTX-1' }), ticket(2, { order_id: 'RTX-1' })];
  const tickets = [ticket(3, { order_id: 'RTX-2' }), ...own];
  await calls.answer(eventTicketsCall, { data: tickets });
  await details(page).nth(1).focus();
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('img');
  await expect(codes).toHaveCount(2);
  await expectOnScreen(page, ['Tiket 1 dari 2', 'Tiket 2 dari 2', 'Kursi A-1', 'Kursi A-2']);
  expect(await codes.first().boundingBox()).toMatchObject({ width: 176, height: 176 });
  expect(await errorCorrection(codes.first())).toBe('M');
  expect(await scan(codes.first())).toBe(own[0]?.qr_code);
  await look(page);
  await expectFocusWithin(page, 6);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(details(page).nth(1)).toBeFocused();

  await details(page).first().click();
  await expect(codes).toHaveCount(1);
  await dialog.getByRole('link', { name: 'Buka e-ticket' }).click();
  await page.waitForURL(`**/e-ticket/${ticket(3).id}`);
});
