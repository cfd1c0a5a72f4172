// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { provinceKey, storageName } from '../../../../contract/stored/stored-key.ts';
import { HomeChips } from '../../../../src/screens/home/home-chips.tsx';
import { openShop, westJava } from '../shop-window.tsx';

// The list is a lazy module, preloaded here so that no test waits for it.
beforeAll(async () => {
  Element.prototype.scrollIntoView = vi.fn();
  await import('../../../../src/app/header/province-list.tsx');
});
afterEach(() => localStorage.clear());

const chips = () => openShop(<HomeChips />, () => ({ items: [] }));
const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('the quick choices of the home page', () => {
  it('lead to the search with their filter', () => {
    chips();
    expect(addressOf('Malam ini')).toBe('/search?time=today');
    expect(addressOf('Akhir pekan')).toBe('/search?time=this-weekend');
    expect(addressOf('Gratis')).toBe('/search?price=free');
  });

  it('keep the chosen province, which is near', () => {
    localStorage.setItem(storageName(provinceKey), JSON.stringify(westJava));
    chips();
    expect(addressOf('Malam ini')).toBe('/search?time=today&province_id=12');
    expect(addressOf('Dekat Anda: Jawa Barat')).toBe('/search?province_id=12');
  });

  it('ask for the province when none is chosen, and show its events', async () => {
    chips();
    await userEvent.click(screen.getByRole('button', { name: 'Dekat Anda' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Bali' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/search?province_id=17');
    expect(screen.queryByRole('option')).toBeNull();
    expect(addressOf('Dekat Anda: Bali')).toBe('/search?province_id=17');
  });

  it('close the question with Escape, back on the chip', async () => {
    chips();
    const near = screen.getByRole('button', { name: 'Dekat Anda' });
    await userEvent.click(near);
    await screen.findByRole('option', { name: 'Bali' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(near).toHaveFocus();
  });
});
