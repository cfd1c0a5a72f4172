// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { readTheme } from '../../../../contract/stored/theme.ts';
import { ThemeSwitch } from '../../../../src/app/header/theme-switch.tsx';
import { chooseTheme } from '../../../../src/ui/theme.ts';

const shown = () => document.documentElement.dataset.theme;
const pressed = () =>
  screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  chooseTheme('system');
});

describe('the switch of the theme (§2.28)', () => {
  it('follows the system until the reader chooses, and again when asked to', async () => {
    const user = userEvent.setup();
    render(<ThemeSwitch />);
    expect(pressed()).toEqual(['Sistem']);
    await user.click(screen.getByRole('button', { name: 'Gelap' }));
    expect(pressed()).toEqual(['Gelap']);
    expect(shown()).toBe('dark');
    expect(readTheme(document.cookie)).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Terang' }));
    expect(shown()).toBe('light');
    expect(readTheme(document.cookie)).toBe('light');
    await user.click(screen.getByRole('button', { name: 'Sistem' }));
    expect(shown()).toBeUndefined();
    expect(document.cookie).not.toContain('roetix_theme');
  });

  it.each([
    ['roetix_theme=dark', 'dark'],
    ['roetix_locale=en; roetix_theme=light', 'light'],
    ['roetix_theme=darker', 'system'],
    ['other_roetix_theme=dark', 'system'],
    [undefined, 'system'],
  ])('reads the cookie header %s as %s', (header, theme) => {
    expect(readTheme(header)).toBe(theme);
  });
});
