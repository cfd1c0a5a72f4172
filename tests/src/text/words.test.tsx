import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

let language: typeof import('../../../src/text/translate.ts');

function Page() {
  const t = language.useText();
  const [, setLocale] = language.useLocale();
  return (
    <>
      <h1>{t('steps.payment_success')}</h1>
      <button type="button" onClick={() => setLocale('en')}>
        {t('common.close')}
      </button>
    </>
  );
}

// Each test starts without fetched texts.
async function freshPage() {
  vi.resetModules();
  const words = await import('../../../src/text/words.ts');
  language = await import('../../../src/text/translate.ts');
  const { TextProvider, translator } = language;
  const open = () =>
    render(
      <TextProvider>
        <Page />
      </TextProvider>,
    );
  return { ...words, translator, open };
}

beforeEach(() => {
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'roetix_locale=; Max-Age=0; Path=/';
});

describe('the texts of a page', () => {
  it('load with its code, only in Indonesian until another language is used', async () => {
    const { withWords, lookUp, speaks } = await freshPage();
    expect(await withWords('purchase', Promise.resolve('code'))).toBe('code');
    expect(lookUp('steps.payment_success', 'id')).toEqual(['Pembayaran', 'id']);
    expect(lookUp('queue.goToSeats', 'id')).toEqual(['Go to Seat Selection', 'en']);
    expect(speaks('en')).toBe(false);
  });

  it('load in both languages once the other was used', async () => {
    const { withWords, prepareWords, lookUp } = await freshPage();
    await prepareWords('en');
    await withWords('purchase', Promise.resolve());
    expect(lookUp('steps.payment_success', 'en')).toEqual(['Payment', 'en']);
  });

  it('of a page that opens during a change of language load before the change', async () => {
    const { withWords, prepareWords, lookUp } = await freshPage();
    const changed = prepareWords('en');
    const opened = withWords('purchase', Promise.resolve());
    await changed;
    expect(lookUp('steps.payment_success', 'en')).toEqual(['Payment', 'en']);
    await opened;
  });

  it('change with the language while the page is open', async () => {
    const { withWords, open } = await freshPage();
    await withWords('purchase', Promise.resolve());
    open();
    expect(screen.getByRole('heading')).toHaveTextContent('Pembayaran');
    act(() => screen.getByRole('button').click());
    await waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent('Payment'));
    expect(screen.getByRole('button')).toHaveTextContent('Close');
  });

  it('are fetched on use if not preloaded, and never show a key', async () => {
    const { open } = await freshPage();
    open();
    expect(screen.getByRole('heading')).toHaveTextContent('…');
    await waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent('Pembayaran'));
  });

  it('appear in Indonesian, marked as such, until the English ones arrive', async () => {
    const { withWords, translator } = await freshPage();
    await withWords('purchase', Promise.resolve());
    const t = translator('en');
    expect(t('steps.payment_success')).toBe('Pembayaran');
    expect(t.lang('steps.payment_success')).toBe('id');
    expect(t.lang('queue.goToSeats')).toBeUndefined();
  });
});
