import '@testing-library/jest-dom/vitest';
import './words.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Code that is fetched when it is needed comes late on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Testing Library only cleans up by itself where afterEach is a global.
afterEach(cleanup);
