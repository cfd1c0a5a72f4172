// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Dialog, type DialogProps, Sheet } from '../../../../src/ui/navigation/dialog.tsx';

// jsdom has the element but not its methods; these do what the component relies on.
const prototype = HTMLDialogElement.prototype;
const original = { showModal: prototype.showModal, close: prototype.close };

beforeAll(() => {
  prototype.showModal = function showModal(this: HTMLDialogElement) {
    if (this.open) throw new DOMException('already open', 'InvalidStateError');
    this.open = true;
  };
  prototype.close = function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

afterAll(() => {
  Object.assign(prototype, original);
});

function Owner({ as: Modal = Dialog, ...props }: Partial<DialogProps> & { as?: typeof Dialog }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Buka
      </button>
      <Modal title="Choose Your Show" {...props} open={open} onClose={() => setOpen(false)}>
        {props.children ?? <p>Isi</p>}
      </Modal>
    </>
  );
}

const openIt = () => userEvent.click(screen.getByRole('button', { name: 'Buka' }));

describe.each([
  ['Dialog', Dialog],
  ['Sheet', Sheet],
] as const)('%s', (_, Modal) => {
  it('is named by its title, takes the focus and returns it', async () => {
    render(<Owner as={Modal} />);
    expect(screen.queryByRole('dialog')).toBeNull();
    await openIt();
    expect(screen.getByRole('dialog', { name: 'Choose Your Show' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Choose Your Show' }));
    await userEvent.click(screen.getByRole('button', { name: 'Tutup' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Buka' }));
  });
});

describe('Dialog', () => {
  it('focuses the element with data-autofocus', async () => {
    render(
      <Owner>
        <input aria-label="Pertama" />
        <input aria-label="Email" data-autofocus="" />
      </Owner>,
    );
    await openIt();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  it('survives the double effects of StrictMode', async () => {
    render(
      <StrictMode>
        <Owner />
      </StrictMode>,
    );
    await openIt();
    expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Tutup' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Buka' }));
  });

  it('closes on Escape (the cancel event) and on the backdrop', async () => {
    render(<Owner />);
    await openIt();
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await openIt();
    fireEvent.mouseDown(screen.getByText('Isi'));
    expect(screen.getByRole('dialog')).toBeDefined();
    fireEvent.mouseDown(screen.getByRole('dialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open if not dismissible', async () => {
    render(<Owner dismissible={false} />);
    await openIt();
    const cancel = new Event('cancel', { cancelable: true });
    fireEvent(screen.getByRole('dialog'), cancel);
    expect(cancel.defaultPrevented).toBe(true);
    fireEvent.mouseDown(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Tutup' })).toBeNull();
  });

  it('opens again when the browser closed it on its own', () => {
    render(<Dialog open title="Waktu habis" dismissible={false} onClose={vi.fn()} />);
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    dialog.open = false;
    fireEvent(dialog, new Event('close'));
    expect(dialog.open).toBe(true);
  });

  it('as an alert is an alertdialog described by its text, and the backdrop does nothing', () => {
    const onClose = vi.fn();
    render(
      <Dialog open tone="alert" title="Time is up!" onClose={onClose}>
        Your session has expired.
      </Dialog>,
    );
    const alert = screen.getByRole('alertdialog', { name: 'Time is up!' });
    expect(alert).toHaveAccessibleDescription('Your session has expired.');
    fireEvent.mouseDown(alert);
    expect(onClose).not.toHaveBeenCalled();
  });
});
