// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryKeys } from '../../../../src/app/reads/queries.ts';
import { EventSkeleton } from '../../../../src/screens/event/event-states.tsx';
import { useKnownPoster } from '../../../../src/screens/event/known-poster.ts';
import { summary } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

function Poster({ slug }: { readonly slug: string }) {
  return <output>{useKnownPoster(slug) ?? 'none'}</output>;
}

function posterOf(slug: string, put: (queries: QueryClient) => void): string | null {
  const queries = new QueryClient();
  put(queries);
  render(
    <QueryClientProvider client={queries}>
      <Poster slug={slug} />
    </QueryClientProvider>,
  );
  return screen.getByRole('status').textContent;
}

const page = { items: [summary({ slug: 'gema', image: '/gema.svg' })] };

describe('the event page before its event', () => {
  it('knows the poster with which a list of the home page showed the event', () => {
    const put = (queries: QueryClient) =>
      queries.setQueryData(queryKeys.list('upcoming', 2, null), page);
    expect(posterOf('gema', put)).toBe('/gema.svg');
  });

  it('knows the poster of a search result', () => {
    const put = (queries: QueryClient) => queries.setQueryData(['search', { q: 'gema' }], page);
    expect(posterOf('gema', put)).toBe('/gema.svg');
  });

  it('knows none for an event that no list has shown', () => {
    const put = (queries: QueryClient) =>
      queries.setQueryData(queryKeys.list('featured', 1, null), page);
    expect(posterOf('lain', put)).toBe('none');
  });

  it('shows that poster in the place of the banner, sized, and says that the rest loads', () => {
    const { container } = draw(<EventSkeleton poster="/gema.svg" />);
    const image = container.querySelector('.banner img');
    expect(image).toHaveAttribute('src', '/gema.svg');
    expect(image).toHaveAttribute('width', '1280');
    expect(image).toHaveAttribute('height', '720');
    expect(screen.getByRole('status')).toBeInTheDocument();
  });

  it('holds the place of the banner where no poster is known', () => {
    const { container } = draw(<EventSkeleton />);
    expect(container.querySelector('.banner .poster')).not.toBeNull();
    expect(container.querySelector('.banner img')).toBeNull();
  });
});
