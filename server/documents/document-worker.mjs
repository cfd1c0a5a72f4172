// Node 20 starts no worker from TypeScript and does not pass the loader of the main thread on.
if (!process.features.typescript) (await import('tsx/esm/api')).register();
await import('./document-worker.ts');
