import '@testing-library/jest-dom/vitest';
import './words.ts';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library only cleans up by itself where afterEach is a global.
afterEach(cleanup);
