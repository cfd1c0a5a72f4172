// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Said,
  TextProvider,
  translator,
  useLocale,
  useText,
  Words,
} from '../../../src/text/translate.ts';
import { prepareWords } from '../../../src/text/words.ts';

const KEY = 'roetix:v1:locale';

function Probe() {
  const t = useText();
  const [locale, setLocale] = useLocale();
  return (
    <>
      <p>{t('queue.position', { position: 13 })}</p>
      <button type="button" onClick={() => setLocale(locale === 'id' ? 'en' : 'id')}>
        {locale}
      </button>
    </>
  );
}

const renderProbe = () =>
  render(
    <TextProvider>
      <Probe />
    </TextProvider>,
  );

const cookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = value;
};

beforeEach(() => {
  localStorage.clear();
  cookie('roetix_locale=; Max-Age=0; Path=/');
});

afterEach(() => vi.restoreAllMocks());

it('does not write the language of the page again when it is already right', async () => {
  document.documentElement.lang = 'id';
  const seen = new MutationObserver(() => undefined);
  seen.observe(document.documentElement, { attributes: true });
  renderProbe();
  await act(async () => undefined);
  // Each write restyles every element of the page.
  expect(seen.takeRecords()).toEqual([]);
  seen.disconnect();
});

describe('translator', () => {
  it('fills placeholders, zero included, and leaves a missing one visible', () => {
    const t = translator('id');
    expect(t('seats.count', { n: 0, max: 5 })).toBe('0 / 5 selected');
    expect(t('seats.count', { n: 1 })).toBe('1 / {max} selected');
    expect(t('common.close')).toBe('Tutup');
  });

  it('follows the number in English', () => {
    const t = translator('en');
    expect([0, 1, 2].map((n) => t('tickets.amount', { n }))).toEqual([
      '0 tickets',
      '1 ticket',
      '2 tickets',
    ]);
    expect(t('search.found', { count: 1, total: '1' })).toBe('Showing 1 of 1 event');
  });

  it('translates sentences of machines, and leaves unknown ones unchanged', () => {
    const said = 'Kode voucher tidak valid atau sudah kedaluwarsa';
    expect(translator('id').said(said)).toBe(said);
    expect(translator('en').said(said)).toBe('The voucher code is not valid or has expired');
    expect(translator('en').said('Something else')).toBe('Something else');
    expect(translator('id').said({ key: 'seats.none' })).toBe(translator('id')('seats.none'));
  });

  it('translates a refusal by its code, whatever its sentence, and shows the sentence without one', () => {
    const sentence = 'Batas 4 tiket tercapai.';
    const en = translator('en');
    expect(en.said({ sentence, code: 'shareSpent' })).toBe(en('refusal.shareSpent'));
    expect(en.said({ sentence, code: 'seatsTaken' })).toBe(sentence);
    expect(en.said({ sentence, code: null })).toBe(sentence);
  });

  it('does not read a value as a pattern', () => {
    expect(translator('id')('queue.error', { message: '$& {message}' })).toBe(
      'Error: $& {message}',
    );
  });
});

describe('TextProvider', () => {
  it('is Indonesian without a provider', () => {
    render(<Probe />);
    expect(screen.getByText('Posisi 13')).toBeDefined();
  });

  it('switches to English, keeps html lang in step and remembers it', async () => {
    renderProbe();
    expect(document.documentElement.lang).toBe('id');
    await userEvent.click(screen.getByRole('button', { name: 'id' }));
    await screen.findByText('Position 13');
    await waitFor(() => expect(document.documentElement.lang).toBe('en'));
    expect(localStorage.getItem(KEY)).toBe('en');
  });

  it('starts in the stored language', async () => {
    localStorage.setItem(KEY, 'en');
    renderProbe();
    expect(screen.getByText('Posisi 13')).toBeDefined();
    await screen.findByText('Position 13');
  });

  it('stores the choice in a cookie for the server, also if storage is blocked', async () => {
    renderProbe();
    await userEvent.click(screen.getByRole('button', { name: 'id' }));
    await waitFor(() => expect(document.cookie).toBe('roetix_locale=en'));
    localStorage.clear();
    cleanup();
    renderProbe();
    await screen.findByText('Position 13');
  });

  it('starts in the language of the server-rendered page once its texts are loaded', async () => {
    cookie('roetix_locale=en');
    await prepareWords('en');
    render(
      <TextProvider locale="en">
        <Probe />
      </TextProvider>,
    );
    expect(screen.getByText('Position 13')).toBeDefined();
    await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  });

  it('follows the choice made in another tab', async () => {
    renderProbe();
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: 'en' }));
    });
    await screen.findByText('Position 13');
    act(() => {
      dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: 'id' }));
      dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: 'fr' }));
    });
    expect(screen.getByText('Position 13')).toBeDefined();
  });

  it.each(['fr', '', '{"locale":"en"}'])('reads %j in storage as Indonesian', async (stored) => {
    localStorage.setItem(KEY, stored);
    renderProbe();
    await waitFor(() => expect(document.documentElement.lang).toBe('id'));
    expect(screen.getByText('Posisi 13')).toBeDefined();
  });

  it('works when storage throws', async () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    renderProbe();
    await userEvent.click(screen.getByRole('button', { name: 'id' }));
    await screen.findByText('Position 13');
  });
});

describe("a text in the language that is not the page's", () => {
  it('is marked on an Indonesian page and plain on an English one', () => {
    const { rerender } = render(
      <TextProvider key="id">
        <Words of="seats.limit" values={{ max: 5 }} />
        <p>
          <Words of="seats.none" />
        </p>
      </TextProvider>,
    );
    expect(screen.getByText('Select up to 5 seats')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Belum ada kursi dipilih.').tagName).toBe('P');
    rerender(
      <TextProvider key="en" locale="en">
        <p>
          <Words of="seats.limit" values={{ max: 5 }} />
        </p>
      </TextProvider>,
    );
    expect(screen.getByText('Select up to 5 seats').tagName).toBe('P');
  });

  it('is told by what a machine says', () => {
    render(
      <TextProvider>
        <Said text="Kode voucher tidak valid atau sudah kedaluwarsa" />
        <Said text="Failed to join queue" />
        <Said text={{ sentence: 'Seats taken', code: 'seatsTaken' }} />
        <Said text={{ key: 'seats.limit' }} />
      </TextProvider>,
    );
    expect(screen.getByText(/^Kode voucher/)).not.toHaveAttribute('lang', 'en');
    expect(screen.getByText('Seats taken')).toHaveAttribute('lang', 'en');
    expect(screen.getByText(/^Select up to/)).toHaveAttribute('lang', 'en');
    expect(screen.getByText('Failed to join queue')).toHaveAttribute('lang', 'en');
  });

  it('is told by its key', () => {
    expect(translator('id').lang('seats.heading')).toBe('en');
    expect(translator('id').lang('seats.none')).toBeUndefined();
    expect(translator('en').lang('seats.heading')).toBeUndefined();
    expect(translator('en').lang('seats.none')).toBeUndefined();
  });
});
