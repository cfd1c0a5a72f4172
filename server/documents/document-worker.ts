import { parentPort } from 'node:worker_threads';
import { type DocumentImprint, type DocumentJob, makeDocument } from './document-jobs.ts';

/** The message to a worker: one document to generate. The next one follows after its response. */
export interface WorkerOrder {
  readonly job: DocumentJob;
  readonly imprint: DocumentImprint;
}

/** The response of a worker: the file or the error. */
export type WorkerResponse = { readonly bytes: Uint8Array } | { readonly error: Error };

parentPort?.on('message', async ({ job, imprint }: WorkerOrder) => {
  let response: WorkerResponse;
  try {
    // A copy with its own buffer, which can be transferred.
    response = { bytes: Uint8Array.from(await makeDocument(job, imprint)) };
  } catch (error) {
    response = { error: error instanceof Error ? error : new Error(String(error)) };
  }
  parentPort?.postMessage(
    response,
    'bytes' in response ? [response.bytes.buffer as ArrayBuffer] : [],
  );
});
