import { render, screen, waitFor } from '@testing-library/react';
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
