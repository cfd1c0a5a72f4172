import { create } from 'qrcode';

const exampleNik = '3171016104950001';

import { concert, melati } from '../../tools/desk/scenarios/people.ts';
import type { Forwarder } from './forwarder.ts';
import type { Page } from './page.ts';

/** What a step works with. */
export interface Visit {
  readonly page: Page;
  readonly forwarder: Forwarder;
  /** Calls a tool of development, past the browser. */
  readonly tool: (path: string, body?: object) => Promise<unknown>;
  /** What earlier steps found out. */
  readonly known: { ticket?: string; code?: string };
}

/** A step; it returns a sentence about what the engine cannot do. */
type Step = (visit: Visit) => Promise<string | undefined>;

const at = (step: string) => `/event/${concert}/${step}`;
const button = 'button, [role=button]';
const free = '[role=gridcell][aria-label$=", tersedia"]';

/** The smallest set of journeys, in the order in which one person takes them. */
export const steps: Readonly<Record<string, Step>> = {
  async home({ page }) {
    await page.open('/');
    await page.go('main a[href^="/event/"]', 'Get Tickets', '/event/');
    await page.see('h1');
  },
  async event({ page }) {
    await page.open(`/event/${concert}`);
    await page.press(button, 'Buy Now');
    await page.see('dialog[open] h2', 'Login');
  },
  async 'sign-in'({ page }) {
    await page.fill('input[type=email]', 'Email', melati);
    await page.fill('input[type=password]', '', 'tiket1234');
    await page.press('form button[type=submit]', 'Login');
    await page.see('input', 'Kode verifikasi');
  },
  async code({ page, tool }) {
    const code = await page.until('the code in the mail', async () => {
      const [letter] = (await tool(`/dev/mail?to=${melati}`)) as { text: string }[];
      return /\b\d{6}\b/.exec(letter?.text ?? '')?.[0] ?? null;
    });
    // The sixth digit submits.
    await page.fill('input', 'Kode verifikasi', code);
    await page.see('h2', 'Choose Your Show');
  },
  async queue({ page, tool }) {
    await tool(`/dev/queue/${concert}`, { paused: true });
    await page.press(button, 'Continue');
    await page.at(at('queue'));
    await page.see('progress');
    await tool(`/dev/queue/${concert}`, { paused: false });
    await page.at(at('seats'));
  },
  async 'seat by tap'({ page }) {
    await page.until('a seat that was tapped', async () => {
      // A tap on a map that is small enlarges it first.
      await page.press(free);
      return page.run(async () => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        return document.querySelector('[role=gridcell][aria-selected=true]') !== null;
      });
    });
  },
  async 'seat by list'({ page }) {
    await page.press('summary, button', 'Pilih dari daftar');
    for (const [label, index] of [
      ['Blok', 3],
      ['Baris', 5],
      ['Kursi', 20],
    ] as const) {
      await page.see('select', label);
      await page.run(choose, label, index);
    }
    await page.press(button, 'Pilih kursi ini');
    await page.press('dialog[open] button', 'Tutup');
    await page.press(button, 'Continue to Order Form');
    await page.at(at('order-form'));
  },
  async form({ page }) {
    await page.see('h1', 'Detail Pesanan');
    await page.see('main input');
    await page.run(fillForms, exampleNik);
    await page.press(button, 'Continue to Payment');
    await page.press('dialog[open] button', 'Beli Sekarang');
    await page.at(at('payment-method'));
  },
  async method({ page }) {
    await page.press('input[type=radio]', 'QRIS');
    await page.press(button, 'Bayar Sekarang');
    await page.at(at('payment'));
  },
  async QRIS({ page }) {
    const text = await page.scan('Kode QR');
    if (!/^000201.*6304[0-9A-F]{4}$/.test(text)) throw new Error(`It reads ${text}.`);
    await page.reads('Real-time monitoring aktif');
  },
  async success({ page, tool }) {
    const bank = await page.run(
      () => document.querySelector('a[href*="/dev/gateway/"]')?.getAttribute('href') ?? '',
    );
    await tool(bank, { outcome: 'settlement' });
    await page.see('dialog[open] h2', 'Pembayaran berhasil!');
    await page.go('dialog[open] a', 'Pesanan Saya', '/my-tickets');
  },
  async 'e-ticket'({ page, known }) {
    await page.press(button, 'Ticket Details');
    await page.go('dialog[open] a[href*="/e-ticket/"]', '', '/e-ticket/');
    known.ticket = await page.run(() => location.pathname);
    const shown = await page.scan('Kode QR');
    const { code, short } = await page.run(async (path) => {
      const answer = await fetch(`/api${path}`);
      const { ticket } = (await answer.json()).data;
      return { code: String(ticket.qr_code), short: String(ticket.ticket_code) };
    }, known.ticket);
    if (shown !== code) throw new Error(`It reads ${shown} in the place of ${code}.`);
    known.code = code;
    await page.reads(short);
  },
  async 'kept ticket'({ page, forwarder, known }) {
    await page.until('workers of the kept tickets', () =>
      page.run(async () => {
        const all = await navigator.serviceWorker.getRegistrations();
        return all.filter(({ active }) => active?.state === 'activated').length >= 4;
      }),
    );
    await forwarder.cut();
    try {
      await page.open('/my-tickets');
      await page.reads('Tiket di perangkat ini');
      await page.open(known.ticket ?? '');
      await page.reads('Tidak tersambung ke Roetix');
      const shown = await page.scan('Kode QR');
      if (shown !== known.code) throw new Error(`It reads ${shown}.`);
    } finally {
      await forwarder.mend();
    }
  },
  async gate({ page, tool, known }) {
    const made = (await tool(`/dev/gate-pass/${concert}`, {})) as { data: { path: string } };
    await page.open(made.data.path);
    await page.see('input', 'Nama pintu ini');
    const { modules } = create(known.code ?? '', { errorCorrectionLevel: 'M' });
    const cannot = await page.run(showToCamera, modules.size, [...modules.data].map(Number));
    await page.fill('input', 'Nama pintu ini', 'Pintu Utara');
    await page.press(button, 'Buka pintu');
    if (cannot === null) {
      await page.see('[role=status]', 'SAH');
    } else {
      await page.press(button, 'Ketik kode');
      await page.fill('input', 'Kode tiket', known.code ?? '');
      await page.press('form button[type=submit]');
      await page.see('[data-verdict]', 'SAH');
    }
    return cannot ?? undefined;
  },
};

// What follows runs in the page.

/** Chooses in a list as the engines' own menus do: those open outside the page. */
function choose(label: string, index: number): void {
  const list = [...document.querySelectorAll('select')].find((one) =>
    [...one.labels].some(({ textContent }) => textContent?.includes(label)),
  );
  if (list === undefined) throw new Error(`no list ${label}`);
  list.selectedIndex = index;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Fills every field: each engine takes a typed date in its own way. */
function fillForms(nik: string): void {
  const set = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, text: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    for (const type of ['input', 'change', 'blur', 'focusout']) {
      field.dispatchEvent(new Event(type, { bubbles: true }));
    }
  };
  const texts: Record<string, string> = {
    date: '1995-04-21',
    email: 'tamu@contoh.id',
    tel: '81234567890',
    number: '1',
  };
  for (const field of document.querySelectorAll<HTMLInputElement>('main input')) {
    if (field.type === 'radio' || field.type === 'checkbox') continue;
    // WPE has no field for dates: its property says 'text'.
    set(
      field,
      texts[field.getAttribute('type') ?? ''] ?? (field.inputMode === 'numeric' ? nik : 'Tamu Uji'),
    );
  }
  for (const area of document.querySelectorAll<HTMLTextAreaElement>('main textarea')) {
    set(area, 'Tidak ada.');
  }
  for (const group of document.querySelectorAll('main fieldset')) {
    const choice = group.querySelector<HTMLInputElement>('[type=radio], [type=checkbox]');
    if (choice !== null && !choice.checked) choice.click();
  }
  for (const list of document.querySelectorAll<HTMLSelectElement>('main select')) {
    if (list.value === '') set(list, list.options[1]?.value ?? '');
  }
}

/** Puts a picture of a code in front of the camera; returns why it cannot. */
function showToCamera(across: number, modules: readonly number[]): string | null {
  const film = document.createElement('canvas');
  if (!('captureStream' in film)) return 'no camera that shows a canvas: the code is typed';
  if (navigator.mediaDevices === undefined) return 'no cameras: the code is typed';
  const size = 8;
  const side = (across + 8) * size;
  film.width = side;
  film.height = side;
  const paint = () => {
    const context = film.getContext('2d');
    if (context === null) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.fillStyle = '#000';
    modules.forEach((dark, index) => {
      const x = index % across;
      const y = Math.floor(index / across);
      if (dark) context.fillRect((x + 4) * size, (y + 4) * size, size, size);
    });
  };
  setInterval(paint, 100);
  paint();
  navigator.mediaDevices.getUserMedia = async () => film.captureStream(10);
  return null;
}
