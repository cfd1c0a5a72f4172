import { fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog, type DialogProps, Sheet } from '../../../../src/ui/navigation/dialog.tsx';
import { withModalDialogs } from '../../screens/modal-dialogs.ts';
import { button, press } from '../../screens/page.ts';

withModalDialogs();

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
const dialog = () => screen.getByRole<HTMLDialogElement>('dialog');
const isOpen = () => screen.queryByRole('dialog') !== null;
/** Presses Escape, as the browser reports it. */
const pressEscape = () => {
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog(), cancel);
  return cancel;
};

it.each([
  ['a dialog', Dialog],
  ['a sheet', Sheet],
] as const)(
  '%s is named by its title, takes the focus and returns it, also twice over',
  (_, Modal) => {
    render(
      <StrictMode>
        <Owner as={Modal} />
      </StrictMode>,
    );
    expect(isOpen()).toBe(false);
    press('Buka');
    expect(dialog()).toHaveAccessibleName('Choose Your Show');
    expect(dialog().open).toBe(true);
    expect(screen.getByRole('heading', { name: 'Choose Your Show' })).toHaveFocus();
    press('Tutup');
    expect(isOpen()).toBe(false);
    expect(button('Buka')).toHaveFocus();
  },
);

it('a dialog closes on Escape and on the backdrop, not on a press inside', () => {
  render(<Owner />);
  press('Buka');
  pressEscape();
  expect(isOpen()).toBe(false);
  press('Buka');
  fireEvent.mouseDown(screen.getByText('Isi'));
  expect(isOpen()).toBe(true);
  fireEvent.mouseDown(dialog());
  expect(isOpen()).toBe(false);
});

it('a dialog that cannot be dismissed stays open, also when the browser closed it', () => {
  render(<Owner dismissible={false} />);
  press('Buka');
  expect(pressEscape().defaultPrevented).toBe(true);
  fireEvent.mouseDown(dialog());
  expect(screen.queryByRole('button', { name: 'Tutup' })).toBeNull();
  dialog().open = false;
  fireEvent(screen.getByRole('dialog', { hidden: true }), new Event('close'));
  expect(dialog().open).toBe(true);
});

it('an alert is an alertdialog described by its text, and the backdrop does nothing (§5.53)', () => {
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
