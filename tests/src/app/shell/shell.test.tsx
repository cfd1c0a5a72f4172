// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultPageSettings } from '../../../../contract/settings.ts';
import { logFailedRead } from '../../../../src/app/failure-log.ts';
import { BlockedView } from '../../../../src/app/flows/blocked-page.tsx';
import { bubbleStep, SessionBubbleView } from '../../../../src/app/flows/session-bubble.tsx';
import { DropMenu } from '../../../../src/app/header/drop-menu.tsx';
import { SiteHeader } from '../../../../src/app/header/site-header.tsx';
import { takeSettings } from '../../../../src/app/product.ts';
import { CallError } from '../../../../src/app/reads/queries.ts';
import { Boundary, ScreenFailure } from '../../../../src/app/routing/screen-boundary.tsx';
import { PageMain } from '../../../../src/app/shell/page-main.tsx';
import {
  type ContactUsProps,
  ContactUsView,
} from '../../../../src/screens/contact-us/contact-us.view.tsx';
import { standStill } from '../../../support/stand-still.ts';
import { withModalDialogs } from '../../screens/modal-dialogs.ts';
import { buyer, draw } from '../../screens/purchase-data.tsx';
import { openShop } from '../../screens/shop-window.tsx';

withModalDialogs();

afterEach(() => takeSettings(defaultPageSettings));

const button = (name: string) => screen.getByRole('button', { name });
/** What the links say and where they lead. */
const linksOf = (links: Iterable<Element>) =>
  [...links].map((link) => [
    link.textContent || link.getAttribute('aria-label'),
    link.getAttribute('href'),
  ]);

describe('the header (§2.20, §2.21)', () => {
  const header = (change: Partial<Parameters<typeof SiteHeader>[0]> = {}) =>
    openShop(
      <SiteHeader
        account={{ status: 'signedOut', user: null }}
        onSignOut={() => {}}
        onLogin={() => false}
        {...change}
      />,
      () => ({ items: [] }),
    );

  it('offers Sign Up and Login to visitors, and links My Order to its page', () => {
    header();
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(linksOf(document.querySelectorAll('details nav a'))).toEqual([
      ['Browse Events', '/search'],
      ['Transaction History', '/transaction-history'],
      ['My Tickets', '/my-tickets'],
      ['Profile', '/profile'],
      ['Contact Us', '/contact-us'],
      ['My Order', '/transaction-history'],
    ]);
  });

  it('opens the sign-in modal where it can (§2.23)', async () => {
    const onLogin = vi.fn(() => true);
    header({ onLogin });
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(onLogin).toHaveBeenCalledOnce();
  });

  it('shows a buyer the first word of the name, and signs out', async () => {
    const onSignOut = vi.fn();
    header({ account: { status: 'signedIn', user: buyer }, onSignOut });
    const menu = document.querySelector('[aria-label="Menu akun Ratna"]')?.closest('details');
    expect(menu).toHaveTextContent('Ratna Wijayanti');
    expect(menu).toHaveTextContent('ratna@contoh.id');
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    await userEvent.click(screen.getByText('Log Out'));
    expect(onSignOut).toHaveBeenCalledOnce();
  });
});

it('a menu that was opened before hydration stays open', () => {
  const page = (
    <MemoryRouter>
      <DropMenu label="Menu" summary="=">
        <a href="/a">A</a>
      </DropMenu>
    </MemoryRouter>
  );
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  const box = container.querySelector('details');
  box?.setAttribute('open', '');
  vi.spyOn(console, 'error').mockReturnValue();
  render(page, { container, hydrate: true });
  expect(box?.isConnected && box.open).toBe(true);
});

describe('the active session (§2.91)', () => {
  const bubble = (change: Partial<Parameters<typeof SessionBubbleView>[0]> = {}) => (
    <SessionBubbleView
      eventName="Konser Senja Jakarta"
      held={{ step: 'online', hasDraft: true, entrant: null, number: 7 }}
      position={null}
      deadline={null}
      problem={null}
      canResume
      canExit
      onResume={() => {}}
      onExit={() => {}}
      {...change}
    />
  );

  it.each([
    ['queued', false, 'bubble.queue'],
    ['online', false, 'bubble.seats'],
    ['online', true, 'bubble.orderForm'],
    ['paymentSelection', true, 'bubble.paymentMethod'],
    ['paymentProcessing', true, 'bubble.payment'],
  ] as const)('at %s with a draft: %s says %s', (step, hasDraft, words) => {
    expect(bubbleStep({ step, hasDraft })).toBe(words);
  });

  it.each([
    ['queued', 13, 'Status: Menunggu, posisi 13'],
    ['queued', null, 'Status: Menunggu'],
    ['online', null, 'Status: Online'],
  ] as const)('%s at %s says %s', (step, position, text) => {
    draw(bubble({ held: { step, hasDraft: false, entrant: null, number: 7 }, position }));
    expect(screen.getByText(text)).toBeVisible();
  });

  it('names the event, the step and the remaining time, with buttons to continue and to leave (§2.96)', async () => {
    const onResume = vi.fn();
    const onExit = vi.fn();
    draw(bubble({ onResume, onExit, deadline: standStill() + 294_000 }));
    const box = within(screen.getByRole('complementary', { name: 'Sesi Aktif' }));
    expect(box.getByText('Konser Senja Jakarta')).toBeVisible();
    expect(box.getByText('Anda sedang mengisi formulir pemesanan')).toBeVisible();
    expect(box.getByRole('timer', { name: 'Sisa waktu' })).toHaveTextContent('4:54');
    await userEvent.click(button('Lanjutkan'));
    await userEvent.click(button('Cancel/Exit Session'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Giliran Anda selesai, dan kursi Anda kembali dijual.',
    );
    await userEvent.click(button('Pertahankan tempat'));
    expect([onResume.mock.calls.length, onExit.mock.calls.length]).toEqual([1, 0]);
    await userEvent.click(button('Cancel/Exit Session'));
    await userEvent.click(button('Lepaskan tempat'));
    expect([onResume.mock.calls.length, onExit.mock.calls.length]).toEqual([1, 1]);
  });

  it('says when leaving failed, and shows no clock while waiting (§8.21)', () => {
    draw(bubble({ problem: { key: 'bubble.exitRefused' } }));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to exit session. Please try again.',
    );
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('moves the focus to the page when the session ends', () => {
    const page = (withBubble: boolean) => (
      <>
        <main id="content" tabIndex={-1} />
        {withBubble && bubble()}
      </>
    );
    const { rerender } = draw(page(true));
    button('Cancel/Exit Session').focus();
    rerender(page(false));
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('a page that could not be entered (§2.219)', () => {
  const blocked = (page: 'seats' | 'queue', onRetry = () => {}) =>
    draw(
      <BlockedView
        page={page}
        problem={{ sentence: 'Gagal.', code: null }}
        eventPath="/event/x"
        onRetry={onRetry}
      />,
    );

  it('is the queue card on the seats', async () => {
    const onRetry = vi.fn();
    blocked('seats', onRetry);
    expect(screen.getByRole('heading', { name: 'Queue Access Issue' })).toBeVisible();
    await userEvent.click(button('Retry Join Queue'));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

it('the main part takes the focus and starts at the top after a navigation, and not at first', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  draw(
    <PageMain>
      <Link to="/search">Cari</Link>
    </PageMain>,
  );
  expect(document.body).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Cari' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
});

function Faulty({ path }: { readonly path: string }) {
  if (path === '/a') throw new Error('broken');
  return <p>Isi</p>;
}

it('a screen that fails shows the failure with two ways out, and renders the next page (§8.33)', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const page = (path: string) => (
    <Boundary resetKey={path} fallback={<ScreenFailure />}>
      <Faulty path={path} />
    </Boundary>
  );
  const { rerender } = draw(page('/a'));
  expect(screen.getByRole('heading', { name: 'Ada yang tidak beres' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Kembali ke beranda' })).toHaveAttribute('href', '/');
  rerender(page('/b'));
  expect(screen.getByText('Isi')).toBeVisible();
});

it.each([
  [new CallError({ kind: 'broken', status: 500, message: 'ratna@contoh.id' }), 'broken 500'],
  [new CallError({ kind: 'unreachable', message: 'ratna@contoh.id' }), 'unreachable'],
  [new TypeError('ratna@contoh.id'), 'TypeError'],
  ['ratna@contoh.id', 'unknown'],
])('a failed read is logged by its kind alone (%#) (§8.5)', (error, kind) => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  logFailedRead('provinces', error);
  expect(log.mock.calls).toEqual([[`Could not read provinces: ${kind}`]]);
});

describe('the contact page (§2.400)', () => {
  const page = (given: Partial<ContactUsProps> = {}) => (
    <ContactUsView name="" email="" state="ready" onSend={() => {}} {...given} />
  );

  it('names missing values in its own words, at the first field', async () => {
    const onSend = vi.fn();
    draw(page({ onSend }));
    await userEvent.type(screen.getByLabelText(/^Email/), 'bukan-email');
    await userEvent.click(button('Send Message'));
    expect(await screen.findByText('Nama wajib diisi')).toBeVisible();
    expect(screen.getByText('Format email tidak valid')).toBeVisible();
    expect(screen.getByText('Subjek wajib dipilih')).toBeVisible();
    expect(screen.getByLabelText(/Full Name/)).toHaveFocus();
    expect(document.querySelector('form')?.noValidate).toBe(true);
    expect(onSend).not.toHaveBeenCalled();
  });

  it('submits the input, keeps all of it after a failure, and clears the message after success', async () => {
    const onSend = vi.fn<ContactUsProps['onSend']>();
    const known = { onSend, name: 'Ratna Wijayanti', email: 'ratna@contoh.id' };
    const { rerender } = draw(page(known));
    const again = (state: ContactUsProps['state']) => rerender(page({ ...known, state }));
    expect(screen.getByLabelText(/Full Name/)).toHaveValue('Ratna Wijayanti');
    expect(screen.getByLabelText(/^Email/)).toHaveValue('ratna@contoh.id');
    await userEvent.selectOptions(screen.getByLabelText(/Subject/), 'Ticket Issue');
    await userEvent.type(screen.getByLabelText(/Message/), 'Tiket & kursi?');
    await userEvent.click(button('Send Message'));
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
    expect(linksOf(screen.getAllByRole('link'))).toContainEqual([
      'Tulis email',
      'mailto:bantuan@roetix.example',
    ]);
    act(() => onSent?.());
    again('sent');
    expect(screen.getByRole('status')).toHaveTextContent(/sudah kami terima/);
    expect(screen.getByLabelText(/Message/)).toHaveValue('');
    expect(screen.getByLabelText(/Full Name/)).toHaveValue('Ratna Wijayanti');
  });
});
