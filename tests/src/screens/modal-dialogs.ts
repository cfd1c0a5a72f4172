import { afterAll, beforeAll } from 'vitest';

/** jsdom has the dialog element but not its methods; these implement the behaviour that our dialogs use. */
export function withModalDialogs(): void {
  const prototype = HTMLDialogElement.prototype;
  const original = { showModal: prototype.showModal, close: prototype.close };
  beforeAll(() => {
    prototype.showModal = function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    prototype.close = function close(this: HTMLDialogElement) {
      this.open = false;
    };
  });
  afterAll(() => {
    Object.assign(prototype, original);
  });
}
