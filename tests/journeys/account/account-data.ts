import { expect, type Page } from '@playwright/test';
import type { IssuedTicket, OrderSummary, Purchase } from '../../../contract/ticket/tickets.ts';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { expectNoSidewaysScroll } from '../steps.ts';

export const ordersCall = '**/api/my/tickets';
export const eventTicketsCall = '**/api/my/tickets/*';
export const historyCall = '**/api/purchase-history*';

/** A buyer whose name and e-mail address the side menu shows. */
export const buyer = { email: 'pembeli@contoh.id', name: 'Ratna Wijayanti' } as const;

export function order(change: Partial<OrderSummary> = {}): OrderSummary {
  return {
    event_slug: 'konser-senja-jakarta',
    name: 'Konser Senja Jakarta',
    banner: '/media/posters/konser-senja-jakarta.svg',
    venue_name: 'Taman Cakrawala',
    datetime: '2026-04-07T19:30:00+07:00',
    ticket_amount: 2,
    total_paid_amount: '1,650,000',
    ...change,
  };
}

/** The nth ticket of an order, its code as long as a signed one. */
export function ticket(n: number, change: Partial<IssuedTicket> = {}): IssuedTicket {
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

export function purchase(n: number, change: Partial<Purchase> = {}): Purchase {
  return {
    transaction_id: `RTX-${n}`,
    title: `Konser ${n}`,
    image: '/media/posters/konser-senja-jakarta.svg',
    datetime: '2026-03-07T19:30:00+07:00',
    venue: 'Taman Cakrawala',
    order_status: 'completed',
    total_price: 550_000,
    ...change,
  };
}

/** What the server's clock says in its answers from now on; the device is three days ahead of it, which counts nowhere (ruling R17). */
export async function serverClock(
  page: Page,
  now: string,
): Promise<(now: string) => Promise<void>> {
  let date = '';
  async function set(next: string) {
    const at = Date.parse(next);
    date = new Date(at).toUTCString();
    await page.clock.setFixedTime(at + 3 * 24 * 60 * 60 * 1000);
  }
  await set(now);
  await page.route('**/api/**', async (route) => {
    try {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    } catch (error) {
      // A call under way when a page or its test ends has nobody to answer.
      if (!/closed|disposed|ended/.test(String(error))) throw error;
    }
  });
  return set;
}

export const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Axe finds nothing, and nothing scrolls sideways; on a phone at 320 px either. */
export async function look(page: Page): Promise<void> {
  await expectAccessible(page);
  const size = page.viewportSize();
  if (size === null || size.width > 400) return expectNoSidewaysScroll(page);
  await page.setViewportSize({ ...size, width: 320 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

/** The page numbers a pager offers, and which of its ends are shut. */
export async function expectPager(
  page: Page,
  label: string,
  wanted: { numbers: readonly number[]; at: number; shut: readonly string[] },
): Promise<void> {
  const pager = page.getByRole('navigation', { name: label });
  await expect(pager.getByRole('button', { name: /^Halaman \d+$/ })).toHaveText(
    wanted.numbers.map(String),
  );
  await expect(pager.locator('[aria-current=page]')).toHaveText(String(wanted.at));
  for (const end of ['Sebelumnya', 'Berikutnya']) {
    const button = pager.getByRole('button', { name: end });
    if (wanted.shut.includes(end)) await expect(button).toBeDisabled();
    else await expect(button).toBeEnabled();
  }
}
