// Node 20 starts no worker from TypeScript, and does not hand it the loader of the main thread.
import { register } from 'tsx/esm/api';

register();
await import('./document-worker.ts');
