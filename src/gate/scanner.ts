/** Longest pause between two keys of a code; a scanner takes a few milliseconds, and a busy phone longer. */
const longestPauseMs = 150;
/** Letters of the shortest code. */
const shortestCode = 8;

/**
 * Reads what a scanner types that stands for a keyboard: a code and Enter or Tab, wherever the focus is. Keys in other fields than that of the code
 * belong to them. Returns how to stop.
 */
export function listenToScanner(scope: Window, onCode: (code: string) => void): () => void {
  let typed = '';
  let lastAt = 0;
  const listen = (event: KeyboardEvent) => {
    const { target, key } = event;
    const field = target instanceof HTMLInputElement ? target : null;
    if (field !== null && field.name !== 'code') return;
    if (event.timeStamp - lastAt > longestPauseMs) typed = '';
    lastAt = event.timeStamp;
    if (key.length === 1) typed += key;
    const isEnd = key === 'Enter' || key === 'Tab';
    if (!isEnd || typed.length < shortestCode) return;
    // The focused button must not be pressed by it.
    event.preventDefault();
    event.stopPropagation();
    if (field !== null) field.value = '';
    onCode(typed);
    typed = '';
  };
  scope.addEventListener('keydown', listen, true);
  return () => scope.removeEventListener('keydown', listen, true);
}
