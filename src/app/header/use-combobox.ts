import { type KeyboardEvent, useId, useState } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Keyboard of a combobox: the focus stays in the field, the arrow keys select an option of the listbox, Enter clicks it. */
export function useCombobox() {
  const listId = useId();
  const [active, setActive] = useState<string | null>(null);

  /** True when it handled the key. */
  const walk = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    if (event.nativeEvent.isComposing) return false;
    const list = document.getElementById(listId);
    const options = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    const at = options.findIndex(({ id }) => id === active);
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const start = step === 1 ? -1 : options.length;
      const next = options.at(((at === -1 ? start : at) + step) % (options.length || 1));
      setActive(next?.id ?? null);
      next?.scrollIntoView({ block: 'nearest' });
      return true;
    }
    if (event.key !== 'Enter' || at === -1) return false;
    event.preventDefault();
    options[at]?.click();
    return true;
  };

  return {
    listId,
    active,
    setActive,
    walk,
    /** ARIA props of the field; `open` says whether the listbox is rendered. */
    field: (open: boolean) =>
      ({
        role: 'combobox',
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-expanded': open,
        'aria-controls': open ? listId : undefined,
        'aria-activedescendant': open ? (active ?? undefined) : undefined,
      }) as const,
  };
}
