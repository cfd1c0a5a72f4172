import { afterAll, beforeAll } from 'vitest';

/** jsdom has the dialog element but not its methods; these implement the behaviour that our dialogs use. */
export function withModalDialogs(): void {
  const prototype = HTMLDialogElement.prototype;
  const { showModal, close } = prototype;
  beforeAll(() => {
    prototype.showModal = function show(this: HTMLDialogElement) {
      if (this.open) throw new DOMException('already open', 'InvalidStateError');
      this.open = true;
    };
    prototype.close = function hide(this: HTMLDialogElement) {
      this.open = false;
    };
  });
  afterAll(() => Object.assign(prototype, { showModal, close }));
}
