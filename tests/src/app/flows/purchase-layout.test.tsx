// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { PurchaseFrame } from '../../../../src/app/flows/purchase-layout.tsx';
import { PageHeading } from '../../../../src/app/shell/page-heading.tsx';
import { standStill } from '../../../support/stand-still.ts';
import { withModalDialogs } from '../../screens/modal-dialogs.ts';
import { draw } from '../../screens/purchase-data.tsx';

withModalDialogs();

type FrameProps = Parameters<typeof PurchaseFrame>[0];

function framed(more: Partial<FrameProps> = {}) {
  return (
    <PurchaseFrame
      screen="seats"
      event={null}
      deadline={null}
      isTimeUp={false}
      onTimeUpRead={() => undefined}
      {...more}
    >
      {more.children ?? <PageHeading title="Choose Your Seats">Choose Your Seats</PageHeading>}
    </PurchaseFrame>
  );
}

describe('the frame of the purchase (§2.190, §2.191)', () => {
  it.each([
    ['queue', null],
    ['seats', 'Pilih Kategori'],
    ['order-form', 'Detail Pesanan'],
    ['payment-method', 'Metode Pembayaran'],
    ['payment', 'Pembayaran'],
  ] as const)('marks the step of %s', (page, step) => {
    draw(framed({ screen: page }));
    const steps = screen.queryByRole('list', { name: 'Langkah pembelian' });
    // The queue comes before the steps.
    if (step === null || steps === null) return expect([steps, step]).toEqual([null, null]);
    const current = within(steps)
      .getAllByRole('listitem')
      .find((item) => item.ariaCurrent === 'step');
    expect(current ?? null).toHaveTextContent(step);
  });

  it('has a main part, both languages, and the clock of a session only when there is one (§2.192)', () => {
    const { unmount } = draw(framed());
    expect(screen.getByRole('main')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'English' })).toBeInTheDocument();
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
    unmount();
    draw(framed({ deadline: standStill() + 899_500 }));
    expect(screen.getByRole('timer', { name: 'Sisa waktu sesi' })).toHaveTextContent('15:00');
  });

  it.each([
    ['queue', 'Nomor antrean Anda tetap disimpan.'],
    ['seats', 'Pesanan dan isian Anda tersimpan sampai waktunya habis.'],
  ] as const)('says on %s that there is no connection, and that it is back', async (page, kept) => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const turn = (line: 'online' | 'offline') =>
      act(() => {
        onLine.mockReturnValue(line === 'online');
        window.dispatchEvent(new Event(line));
      });
    draw(framed({ screen: page }));
    expect(screen.queryByText(/koneksi internet/i)).not.toBeInTheDocument();
    turn('offline');
    expect(screen.getByText('Tidak ada koneksi internet.').closest('p')).toHaveTextContent(kept);
    turn('online');
    expect(screen.queryByText('Tidak ada koneksi internet.')).not.toBeInTheDocument();
    expect(await screen.findByText('Koneksi internet kembali.')).toHaveAttribute(
      'aria-live',
      'polite',
    );
  });

  it('says that time is up', async () => {
    const onTimeUpRead = vi.fn();
    draw(framed({ isTimeUp: true, onTimeUpRead }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Time is up! Your session has expired. Please select your seats again.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(onTimeUpRead).toHaveBeenCalledTimes(1);
  });
});

describe('the heading of a step (§18.5)', () => {
  it('takes the focus and names the tab when the step is entered', () => {
    draw(framed());
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(document.title).toBe('Choose Your Seats | Roetix');
  });
});
