let prefix = '';
const listeners = new Set<() => void>();

/** Puts words before the title of every page, until it is called with an empty text. */
export function setTitlePrefix(words: string): void {
  prefix = words;
  for (const listener of listeners) listener();
}

/** The words before the title; empty without any. */
export function titlePrefix(): string {
  return prefix;
}

/** Subscribes to changes of the words before the title. */
export function onTitlePrefix(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
