// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Picture, placeholderFor } from '../../../src/ui/picture.tsx';

const source = () => screen.getByRole('img', { name: 'Poster' }).getAttribute('src');
const poster = (src: string | null, id = 'konser-senja-jakarta') => (
  <Picture src={src} alt="Poster" id={id} width={640} height={360} />
);

describe('Picture', () => {
  it('declares its size to avoid layout shifts', () => {
    render(poster('/posters/a.svg'));
    const image = screen.getByRole('img', { name: 'Poster' });
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['640', '360']);
  });

  it('falls back once to a placeholder and stays there when that fails too', () => {
    render(poster('/posters/gone.svg'));
    expect(source()).toBe('/posters/gone.svg');
    fireEvent.error(screen.getByRole('img', { name: 'Poster' }));
    const fallback = source();
    expect(fallback).toBe(placeholderFor('konser-senja-jakarta'));
    fireEvent.error(screen.getByRole('img', { name: 'Poster' }));
    expect(source()).toBe(fallback);
  });

  it('retries for another source', () => {
    const { rerender } = render(poster('/posters/gone.svg'));
    fireEvent.error(screen.getByRole('img', { name: 'Poster' }));
    rerender(poster('/posters/new.svg'));
    expect(source()).toBe('/posters/new.svg');
  });

  it('shows the placeholder at once without a source', () => {
    render(poster(null));
    expect(source()).toMatch(/^\/placeholders\/[1-6]\.svg$/);
  });

  it('falls back to the given image', () => {
    render(
      <Picture src="/gone.svg" fallback="/logo.svg" alt="Poster" id={1} width={48} height={48} />,
    );
    fireEvent.error(screen.getByRole('img', { name: 'Poster' }));
    expect(source()).toBe('/logo.svg');
  });

  it('takes the same placeholder for the same id and spreads ids over all six', () => {
    const of = Array.from({ length: 200 }, (_, index) => placeholderFor(`event-${index}`));
    expect(of).toEqual(Array.from({ length: 200 }, (_, index) => placeholderFor(`event-${index}`)));
    expect(new Set(of).size).toBe(6);
    expect(placeholderFor(7)).toBe(placeholderFor('7'));
  });
});
