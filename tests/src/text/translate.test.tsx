import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Said,
  TextProvider,
  translator,
  useLocale,
  useText,
  Words,
} from '../../../src/text/translate.ts';
import { prepareWords } from '../../../src/text/words.ts';
import { press } from '../screens/page.ts';

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

const renderProbe = (locale?: 'en') =>
  render(
    <TextProvider {...(locale === undefined ? {} : { locale })}>
      <Probe />
    </TextProvider>,
  );
const inEnglish = () => screen.findByText('Position 13');
const isIndonesian = () => expect(screen.getByText('Posisi 13')).toBeVisible();
const language = () => document.documentElement.lang;

const cookie = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = value;
};
const forget = () => cookie('roetix_locale=; Max-Age=0; Path=/');

beforeEach(forget);
afterEach(() => forget());

describe('translator', () => {
  const [id, en] = [translator('id'), translator('en')];

  it('fills placeholders, zero included, leaves a missing one visible, and reads no value as a pattern', () => {
    expect(id('seats.count', { n: 0, max: 5 })).toBe('0 / 5 selected');
    expect(id('seats.count', { n: 1 })).toBe('1 / {max} selected');
    expect(id('queue.error', { message: '$& {message}' })).toBe('Error: $& {message}');
  });

  it('follows the number in English', () => {
    const amounts = [0, 1, 2].map((n) => en('tickets.amount', { n }));
    expect(amounts).toEqual(['0 tickets', '1 ticket', '2 tickets']);
    expect(en('search.found', { count: 1, total: '1' })).toBe('Showing 1 of 1 event');
  });

  it('translates sentences of machines and refusals by their code, and leaves unknown ones unchanged (§8.2)', () => {
    const said = 'Kode voucher tidak valid atau sudah kedaluwarsa';
    const sentence = 'Satu orang boleh punya 4 tiket acara ini; 3 sudah Anda beli atau pesan.';
    expect(id.said(said)).toBe(said);
    expect(id.said({ key: 'seats.none' })).toBe(id('seats.none'));
    expect(en.said(said)).toBe('The voucher code is not valid or has expired');
    expect(en.said('Something else')).toBe('Something else');
    expect(en.said({ sentence, code: 'shareFull' })).toBe(
      'One person may have 4 tickets for this event; you have bought or are holding 3. Choose fewer seats.',
    );
    expect(en.said({ sentence, code: 'seatsTaken' })).toBe(sentence);
    expect(en.said({ sentence, code: null })).toBe(sentence);
  });

  it("knows a text in the language that is not the page's", () => {
    expect(id.lang('seats.heading')).toBe('en');
    expect(id.lang('seats.none')).toBeUndefined();
    expect([en.lang('seats.heading'), en.lang('seats.none')]).toEqual([undefined, undefined]);
  });
});

describe('the language of a page', () => {
  it('switches, is kept in step with html lang, and remembered for the server and the next visit', async () => {
    renderProbe();
    expect(language()).toBe('id');
    press('id');
    await inEnglish();
    await waitFor(() => expect(language()).toBe('en'));
    expect(localStorage.getItem(KEY)).toBe('en');
    expect(document.cookie).toBe('roetix_locale=en');
    // The cookie is enough.
    localStorage.clear();
    cleanup();
    renderProbe();
    await inEnglish();
  });

  it('starts as it was stored', async () => {
    localStorage.setItem(KEY, 'en');
    renderProbe();
    isIndonesian();
    await inEnglish();
  });

  it('starts in the language of the server-rendered page once its texts are loaded', async () => {
    cookie('roetix_locale=en');
    await prepareWords('en');
    renderProbe('en');
    expect(screen.getByText('Position 13')).toBeVisible();
    await waitFor(() => expect(language()).toBe('en'));
  });

  it('follows the choice made in another tab', async () => {
    renderProbe();
    const store = (key: string, newValue: string) =>
      act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue })));
    store(KEY, 'en');
    await inEnglish();
    store('other', 'id');
    store(KEY, 'fr');
    await inEnglish();
  });
});

it("a text in the language that is not the page's is marked on an Indonesian page alone (§1.21)", () => {
  const heading = <Words of="seats.limit" values={{ max: 5 }} />;
  const { rerender } = render(
    <TextProvider key="id">
      {heading}
      <p>
        <Words of="seats.none" />
      </p>
      <Said text="Kode voucher tidak valid atau sudah kedaluwarsa" />
      <Said text="Failed to join queue" />
      <Said text={{ sentence: 'Seats taken', code: 'seatsTaken' }} />
      <Said text={{ key: 'seats.heading' }} />
    </TextProvider>,
  );
  const english = [
    'Select up to 5 seats',
    'Failed to join queue',
    'Seats taken',
    'Choose Your Seats',
  ];
  for (const words of english) {
    expect(screen.getByText(words)).toHaveAttribute('lang', 'en');
  }
  expect(screen.getByText('Belum ada kursi dipilih.').tagName).toBe('P');
  expect(screen.getByText(/^Kode voucher/)).not.toHaveAttribute('lang');
  rerender(
    <TextProvider key="en" locale="en">
      <p>{heading}</p>
    </TextProvider>,
  );
  expect(screen.getByText('Select up to 5 seats').tagName).toBe('P');
});
