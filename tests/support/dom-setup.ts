import '@testing-library/jest-dom/vitest';
import './words.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { slowness } from './slowness.ts';

// jsdom scrolls nothing, and says so at each call.
if (typeof window !== 'undefined') window.scrollTo = () => {};

// Lazy modules load slowly on a busy machine.
configure({ asyncUtilTimeout: 60_000 * slowness() });

// Testing Library cleans up by itself only where afterEach is global.
afterEach(cleanup);

afterEach(() => {
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});

// The files of a process share one document.
afterAll(() => {
  if (typeof document === 'undefined') return;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name);
  }
  history.replaceState(null, '', '/');
});
