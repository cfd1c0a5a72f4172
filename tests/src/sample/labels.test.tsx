// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { demoBanks, fallbackAccount } from '../../../src/sample/demo/accounts.ts';
import { demoWords } from '../../../src/sample/demo/texts.ts';
import { DemoPart, type DemoPlace } from '../../../src/sample/demo-part.tsx';
import { markSample } from '../../../src/sample/mark.ts';
import { EventView } from '../../../src/screens/event/event.view.tsx';
import { EventCard } from '../../../src/screens/home/event-card.tsx';
import { Hero } from '../../../src/screens/home/hero.tsx';
import { PayBy } from '../../../src/screens/payment/pay-by.tsx';
import { detail, onSale, summary, withDialogs } from '../screens/public-data.tsx';
import { draw, payment } from '../screens/purchase-data.tsx';

withDialogs();
afterEach(() => vi.unstubAllEnvs());

const label = 'Data contoh';

describe('sample data in place of a real event', () => {
  it('is labelled on its card and in the hero; a real one is not', () => {
    const sample = summary({ id: markSample('a') });
    const { unmount } = draw(
      <>
        <EventCard event={sample} variant="featured" />
        <Hero star={sample} />
      </>,
    );
    expect(screen.getAllByText(label)).toHaveLength(2);
    unmount();
    draw(<EventCard event={summary()} variant="featured" />);
    expect(screen.queryByText(label)).toBeNull();
  });

  it('cannot be bought, and says why', async () => {
    const onBuy = vi.fn();
    const event = detail({ id: markSample('a') });
    draw(<EventView event={event} sale={onSale} canBuy busy={false} onBuy={onBuy} />);
    const buttons = screen.getAllByRole('button', { name: 'Buy Now' });
    expect(buttons).toHaveLength(2);
    for (const button of buttons) {
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(/Ini acara contoh.*tidak dapat dibeli/);
      await userEvent.click(button);
    }
    expect(onBuy).not.toHaveBeenCalled();
    // Above the facts, and in the bar on small screens.
    expect(screen.getAllByText(label)).toHaveLength(2);
  });
});

const transfer = {
  ...payment,
  payment_data: { ...payment.payment_data, qr_string: null, virtual_account: null, bank: 'bca' },
};

describe('what only the demo shows', () => {
  it.each(['banner', 'credentials', 'code', 'payment', 'account', 'ticket'] as const)(
    'nothing at "%s" in any other build',
    (place: DemoPlace) => {
      const { container } = draw(<DemoPart place={place} bank="bca" />);
      expect(container).toHaveTextContent(/^$/);
    },
  );

  it('a payment without an account number has a dash and nothing to copy (ruling 1.2-AG)', () => {
    draw(<PayBy payment={transfer} />);
    expect(screen.queryByRole('button', { name: /Salin/ })).toBeNull();
    expect(document.body).not.toHaveTextContent('0000');
  });

  it('the demo gives it a made-up number with its mark', async () => {
    vi.stubEnv('MODE', 'demo');
    draw(<PayBy payment={transfer} />);
    expect(await screen.findByText('DEMO')).toBeVisible();
    expect(screen.getByText('0000 0149 0000 0001')).toBeVisible();
    expect(screen.getByText(demoWords.id.account)).toBeVisible();
    expect(screen.getByText(demoWords.id.payment)).toBeVisible();
    expect(demoBanks).toEqual(['bca', 'bni', 'bri', 'mandiri', 'cimb', 'permata', 'bjb', 'bsi']);
    expect(new Set(demoBanks.map(fallbackAccount)).size).toBe(8);
    expect(fallbackAccount('toString')).toBeNull();
  });

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
