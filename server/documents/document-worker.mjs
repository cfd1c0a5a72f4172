// Node 20 starts no worker from TypeScript and does not pass the loader of the main thread on.
import { register } from 'tsx/esm/api';

register();
await import('./document-worker.ts');
