import { requireRecentNode } from './node-version.ts';

requireRecentNode();

// The server mounts Vite itself, so that the app, the API and the broker stay on one origin.
process.env.DEV_VITE = '1';
await import('../server/main.ts');
