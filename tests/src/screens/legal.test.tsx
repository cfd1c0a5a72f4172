import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LegalText } from '../../../contract/legal.ts';
import { LanguageSwitch } from '../../../src/app/header/language-switch.tsx';
import { CleanHtml } from '../../../src/screens/event/html/organiser-html.tsx';
import TermsScreen from '../../../src/screens/legal/terms.screen.tsx';
import { rememberLocale } from '../../../src/text/remembered-locale.ts';
import { TextProvider } from '../../../src/text/translate.ts';
import { Around } from './around.tsx';

const text = (change: Partial<LegalText> = {}): LegalText => ({
  document: 'terms',
  html: { id: '<h3>Siapa kami</h3>', en: '<h3>Who we are</h3>' },
  hash: 'a'.repeat(64),
  is_sample: false,
  ...change,
});

async function opened(answer: LegalText) {
  await CleanHtml.prepare();
  render(
    <Around api={{ call: async () => ({ ok: true, value: answer }) }}>
      <TextProvider>
        <LanguageSwitch />
        <TermsScreen />
      </TextProvider>
    </Around>,
  );
}

beforeEach(() => rememberLocale('id'));

describe('/terms (§2.403)', () => {
  it("shows the operator's text in the language of the page, and the Indonesian one where there is no other", async () => {
    await opened(text());
    expect(await screen.findByRole('heading', { name: 'Siapa kami' })).toBeVisible();
    expect(screen.queryByText(/teks contoh/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'English' }));
    expect(await screen.findByRole('heading', { name: 'Who we are' })).toBeVisible();
  });

  it('labels the sample text', async () => {
    await opened(text({ is_sample: true }));
    expect(await screen.findByText(/Ini teks contoh/)).toBeVisible();
  });
});
