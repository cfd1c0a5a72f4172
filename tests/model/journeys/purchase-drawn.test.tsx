// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CategoriesView } from '../../../src/screens/categories/categories.view.tsx';
import { SuccessDialog } from '../../../src/screens/payment/success-dialog.tsx';
import { withModalDialogs } from '../../src/screens/modal-dialogs.ts';
import { draw, seatMap } from '../../src/screens/purchase-data.tsx';
import '../../support/words.ts';

withModalDialogs();
afterEach(cleanup);

const add = () => screen.getByRole('button', { name: 'Tambah VIP' });
const remove = () => screen.getByRole('button', { name: 'Kurangi VIP' });
const categories = () =>
  draw(
    <CategoriesView
      slug="konser-senja-jakarta"
      event={null}
      categories={seatMap.categories}
      hasFailed={false}
      initial={{}}
      onChoose={vi.fn()}
      onRetry={vi.fn()}
    />,
  );

describe('§4 Seat page access, as drawn', () => {
  it('A quantity of zero or below removes that ticket item', async () => {
    categories();
    await userEvent.click(add());
    expect(screen.getByText('1 × VIP')).toBeInTheDocument();
    await userEvent.click(remove());
    expect(screen.queryByText(/× VIP/)).not.toBeInTheDocument();
    // The page offers no quantity below zero.
    expect(remove()).toHaveAttribute('aria-disabled', 'true');
  });

  it('Tax defaults to 10% of subtotal when the server gives none', async () => {
    categories();
    await userEvent.click(add());
    const summary = within(screen.getByRole('complementary', { name: 'Rincian Pesanan' }));
    expect(summary.getByText('Rp750.000')).toBeInTheDocument();
    expect(summary.getByText('Rp75.000')).toBeInTheDocument();
    expect(summary.getByText('Rp825.000')).toBeInTheDocument();
  });
});

describe('§4 Payment, as drawn', () => {
  const success = (isSaved: boolean) => {
    const onClose = vi.fn();
    draw(
      <SuccessDialog
        orderCode="ROE-0001"
        count={1}
        issued={null}
        onClose={onClose}
        onDownload={async () => isSaved}
        onCalendar={null}
      />,
    );
    return onClose;
  };
  const download = () => userEvent.click(screen.getByRole('button', { name: 'Download Ticket' }));

  it('downloading returns to /', async () => {
    const onClose = success(true);
    await download();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  // Ruling 1.2-AI: no buyer is redirected without a ticket.
  it('(ruling 1.2-AI) a download that fails says so, and the modal stays', async () => {
    const onClose = success(false);
    await download();
    expect(
      await screen.findByText('Failed to download ticket PDF. Please try again.'),
    ).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });
});
