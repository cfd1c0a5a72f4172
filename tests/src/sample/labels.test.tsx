// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { demoWords } from '../../../src/sample/demo/texts.ts';
import { DemoPart, type DemoPlace } from '../../../src/sample/demo-part.tsx';
import { markSample } from '../../../src/sample/mark.ts';
import { EventView } from '../../../src/screens/event/event.view.tsx';
import { detail, onSale, withDialogs } from '../screens/public-data.tsx';
import { draw } from '../screens/purchase-data.tsx';

withDialogs();

const label = 'Data contoh';

describe('sample data in place of a real event (§2.58)', () => {
  it('cannot be bought, and says why', () => {
    const event = detail({ id: markSample('a') });
    draw(<EventView event={event} sale={onSale} canBuy busy={false} onBuy={vi.fn()} />);
    expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();
    for (const link of screen.getAllByRole('link', { name: 'Cari acara lain' })) {
      expect(link).toHaveAccessibleDescription(/Ini acara contoh.*tidak dapat dibeli/);
    }
    // Above the facts, and in the bar on small screens.
    expect(screen.getAllByText(label)).toHaveLength(2);
  });
});

describe('what only the demo shows', () => {
  it.each(['banner', 'credentials', 'code', 'payment', 'account', 'ticket'] as const)(
    'nothing at "%s" in any other build',
    (place: DemoPlace) => {
      const { container } = draw(<DemoPart place={place} bank="bca" />);
      expect(container).toHaveTextContent(/^$/);
    },
  );

  it('shows the code that no e-mail delivers, and marks a ticket', async () => {
    vi.stubEnv('MODE', 'demo');
    draw(
      <>
        <DemoPart place="code" />
        <DemoPart place="ticket" />
        <DemoPart place="credentials" />
      </>,
    );
    await waitFor(() => expect(screen.getByText(/Kode Anda 123456/)).toBeVisible());
    expect(screen.getByText('CONTOH')).toBeInTheDocument();
    expect(screen.getByText(demoWords.id.ticket)).toBeVisible();
    expect(screen.getByText(/pembeli@contoh\.id/)).toBeVisible();
  });
});
