// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPageSettings } from '../../../../contract/settings.ts';
import { logFailedRead } from '../../../../src/app/failure-log.ts';
import { SessionBubbleView } from '../../../../src/app/flows/session-bubble.tsx';
import { DropMenu } from '../../../../src/app/header/drop-menu.tsx';
import { takeSettings } from '../../../../src/app/product.ts';
import { CallError } from '../../../../src/app/reads/queries.ts';
import { SiteFooter } from '../../../../src/app/shell/site-footer.tsx';
import {
  type ContactUsProps,
  ContactUsView,
} from '../../../../src/screens/contact-us/contact-us.view.tsx';
import { draw } from '../../screens/purchase-data.tsx';

afterEach(() => {
  takeSettings(defaultPageSettings);
  vi.restoreAllMocks();
});

describe('a menu of the header', () => {
  const menu = () => {
    draw(
      <>
        <DropMenu label="Menu" summary="=">
          <a href="/a">A</a>
          <button type="button" aria-pressed="false">
            B
          </button>
          <button type="button">C</button>
        </DropMenu>
        <button type="button">Di luar</button>
      </>,
    );
    const box = document.querySelector('details');
    const summary = document.querySelector('summary');
    if (box === null || summary === null) throw new Error('No menu.');
    return { box, summary };
  };
  const focused = () => document.activeElement?.textContent;

  it('opens and moves by arrow keys, wrapping around', async () => {
    const { box, summary } = menu();
    summary.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(box.open).toBe(true);
    const walk: (string | null | undefined)[] = [focused()];
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
      await userEvent.keyboard(`{${key}}`);
      walk.push(focused());
    }
    expect(walk).toEqual(['A', 'B', 'C', 'A', 'C', 'A', 'C']);
  });

  it('opens at its last entry with the up arrow', async () => {
    const { summary } = menu();
    summary.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('C');
  });

  it('closes on Escape with the focus on its button', async () => {
    const { box, summary } = menu();
    summary.focus();
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(box.open).toBe(false);
    expect(summary).toHaveFocus();
  });

  it('closes when the focus goes elsewhere or an entry is chosen, and stays for a switch', async () => {
    const { box } = menu();
    box.open = true;
    await userEvent.click(screen.getByText('B'));
    expect(box.open).toBe(true);
    await userEvent.click(screen.getByText('C'));
    expect(box.open).toBe(false);
    box.open = true;
    screen.getByText('Di luar').focus();
    expect(box.open).toBe(false);
  });
});

describe('the footer', () => {
  it('links to about, organiser, support and three external sites', () => {
    draw(<SiteFooter />);
    const hrefs = screen
      .getAllByRole('link')
      .map((link) => [
        link.textContent || link.getAttribute('aria-label'),
        link.getAttribute('href'),
      ]);
    expect(hrefs).toEqual([
      ['Roetix di aplikasi pesan (buka di tab baru)', 'https://www.whatsapp.com/'],
      ['Roetix di aplikasi foto (buka di tab baru)', 'https://www.instagram.com/'],
      ['Roetix di situs video (buka di tab baru)', 'https://www.youtube.com/'],
      ['About us', '/'],
      ['Organize Event', '/create-event'],
      ['Contact Us', '/contact-us'],
      ['Ketentuan Layanan', '/terms'],
      ['Kebijakan Privasi', '/privacy'],
    ]);
    for (const title of ['About', 'Organizer', 'Support']) {
      expect(screen.getByRole('heading', { name: title })).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'English' })).toBeVisible();
  });

  it('writes the year without a mark of thousands', () => {
    draw(<SiteFooter />);
    expect(screen.getByText(/^Hak cipta \d{4} Roetix$/)).toBeVisible();
  });

  it('opens external sites in a new tab without opener, and shows no icon without an address', () => {
    takeSettings({
      ...defaultPageSettings,
      organizerUrl: 'https://penyelenggara.example/',
      social: { chat: null, photos: 'https://foto.example/roetix', videos: null },
    });
    draw(<SiteFooter />);
    const away = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('href')?.startsWith('https:'));
    expect(away.map((link) => link.getAttribute('href'))).toEqual([
      'https://foto.example/roetix',
      'https://penyelenggara.example/',
    ]);
    for (const link of away) {
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
  });
});

describe('the status of the active session', () => {
  it.each([
    [true, 13, 'Status: Menunggu, posisi 13'],
    [true, null, 'Status: Menunggu'],
    [false, null, 'Status: Online'],
  ])('waiting %s at %s says %s', (isWaiting, position, text) => {
    draw(
      <SessionBubbleView
        eventName="Konser"
        held={{ step: isWaiting ? 'queued' : 'online', hasDraft: false, entrant: null, number: 7 }}
        position={position}
        deadline={null}
        problem={null}
        canResume
        canExit
        onResume={() => {}}
        onExit={() => {}}
      />,
    );
    expect(screen.getByText(text)).toBeVisible();
  });

  it('moves the focus to the page when the session ends', () => {
    const bubble = (
      <SessionBubbleView
        eventName="Konser"
        held={{ step: 'online', hasDraft: false, entrant: null, number: null }}
        position={null}
        deadline={null}
        problem={null}
        canResume
        canExit
        onResume={() => {}}
        onExit={() => {}}
      />
    );
    const page = (withBubble: boolean) => (
      <MemoryRouter>
        <main id="content" tabIndex={-1} />
        {withBubble && bubble}
      </MemoryRouter>
    );
    const { rerender } = render(page(true));
    screen.getByRole('button', { name: 'Cancel/Exit Session' }).focus();
    rerender(page(false));
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('the contact page', () => {
  const page = (given: Partial<ContactUsProps> = {}) => (
    <ContactUsView name="" email="" state="ready" onSend={() => {}} {...given} />
  );
  it('shows phone, support e-mail and address, and offers four subjects', () => {
    draw(page());
    expect(screen.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
    expect(screen.getByText('+62 8xx-xxxx-xxxx')).toBeVisible();
    expect(screen.getByRole('link', { name: 'bantuan@roetix.example' })).toHaveAttribute(
      'href',
      'mailto:bantuan@roetix.example',
    );
    expect(screen.getByText('Yogyakarta, Indonesia')).toBeVisible();
    const options = within(screen.getByLabelText(/Subject/)).getAllByRole('option');
    expect(options.slice(-4).map(({ textContent }) => textContent)).toEqual([
      'Partnership',
      'Ticket Issue',
      'General Question',
      'Other',
    ]);
  });

  it('names missing values in its own words, at the first field', async () => {
    const onSend = vi.fn();
    draw(page({ onSend }));
    await userEvent.type(screen.getByLabelText(/^Email/), 'bukan-email');
    await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
    expect(await screen.findByText('Nama wajib diisi')).toBeVisible();
    expect(screen.getByText('Format email tidak valid')).toBeVisible();
    expect(screen.getByText('Subjek wajib dipilih')).toBeVisible();
    expect(screen.getByLabelText(/Full Name/)).toHaveFocus();
    expect(document.querySelector('form')?.noValidate).toBe(true);
    expect(onSend).not.toHaveBeenCalled();
  });

  it('submits the input, keeps all of it after a failure, and clears the message after success', async () => {
    const onSend = vi.fn<ContactUsProps['onSend']>();
    const { rerender } = render(
      page({ onSend, name: 'Ratna Wijayanti', email: 'ratna@contoh.id' }),
    );
    const again = (state: ContactUsProps['state']) =>
      rerender(page({ onSend, name: 'Ratna Wijayanti', email: 'ratna@contoh.id', state }));
    expect(screen.getByLabelText(/Full Name/)).toHaveValue('Ratna Wijayanti');
    expect(screen.getByLabelText(/^Email/)).toHaveValue('ratna@contoh.id');
    await userEvent.selectOptions(screen.getByLabelText(/Subject/), 'Ticket Issue');
    await userEvent.type(screen.getByLabelText(/Message/), 'Tiket & kursi?');
    await userEvent.click(screen.getByRole('button', { name: 'Send Message' }));
    const [[fields, onSent] = []] = onSend.mock.calls;
    expect(fields).toEqual({
      namaLengkap: 'Ratna Wijayanti',
      email: 'ratna@contoh.id',
      subject: 'ticket-issue',
      pesan: 'Tiket & kursi?',
    });
    again('failed');
    expect(screen.getByRole('alert')).toHaveTextContent(/Pesan belum terkirim/);
    expect(screen.getByLabelText(/Message/)).toHaveValue('Tiket & kursi?');
    again('too-many');
    expect(screen.getByRole('alert')).toHaveTextContent(/Pesan hari ini sudah terlalu banyak/);
    expect(screen.getByRole('link', { name: 'Tulis email' })).toHaveAttribute(
      'href',
      'mailto:bantuan@roetix.example',
    );
    act(() => onSent?.());
    again('sent');
    expect(screen.getByRole('status')).toHaveTextContent(/sudah kami terima/);
    expect(screen.getByLabelText(/Message/)).toHaveValue('');
    expect(screen.getByLabelText(/Full Name/)).toHaveValue('Ratna Wijayanti');
  });

  it('keeps input from before the account was read', async () => {
    const { rerender } = render(page());
    await userEvent.type(screen.getByLabelText(/^Email/), 'lain@contoh.id');
    rerender(page({ name: 'Ratna', email: 'ratna@contoh.id' }));
    expect(screen.getByLabelText(/^Email/)).toHaveValue('lain@contoh.id');
    expect(screen.getByLabelText(/Full Name/)).toHaveValue('Ratna');
  });
});

describe('a failed read', () => {
  it.each([
    [new CallError({ kind: 'broken', status: 500, message: 'ratna@contoh.id' }), 'broken 500'],
    [new CallError({ kind: 'unreachable', message: 'ratna@contoh.id' }), 'unreachable'],
    [new TypeError('ratna@contoh.id'), 'TypeError'],
    ['ratna@contoh.id', 'unknown'],
  ])('is logged by its kind alone', (error, kind) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    logFailedRead('provinces', error);
    expect(log.mock.calls).toEqual([[`Could not read provinces: ${kind}`]]);
  });
});
