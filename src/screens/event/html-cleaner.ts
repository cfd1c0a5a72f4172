import { createContext } from 'react';

/** What cleans organiser HTML where there is no DOM to do it in; null leaves it to the browser (ruling 1.2-Q). */
export const HtmlCleaner = createContext<((html: string) => string) | null>(null);
