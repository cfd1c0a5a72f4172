import { createContext } from 'react';

/** Cleaner of organiser HTML on the server, which has no DOM; null in the browser, which cleans with its own (§2.132). */
export const HtmlCleaner = createContext<((html: string) => string) | null>(null);
