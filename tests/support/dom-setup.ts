import '@testing-library/jest-dom/vitest';
import './words.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Lazy modules load slowly on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Testing Library cleans up by itself only where afterEach is global.
afterEach(cleanup);
