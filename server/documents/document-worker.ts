import { parentPort } from 'node:worker_threads';
import { type DocumentImprint, type DocumentJob, makeDocument } from './document-jobs.ts';

/** What a worker is sent: one document to make. The next one comes after its answer. */
export interface WorkerOrder {
  readonly job: DocumentJob;
  readonly imprint: DocumentImprint;
}

/** What it answers: the file, or why there is none. */
export type WorkerAnswer = { readonly bytes: Uint8Array } | { readonly error: Error };

parentPort?.on('message', async ({ job, imprint }: WorkerOrder) => {
  let answer: WorkerAnswer;
  try {
    // A copy with memory of its own, which can be handed over.
    answer = { bytes: Uint8Array.from(await makeDocument(job, imprint)) };
  } catch (error) {
    answer = { error: error instanceof Error ? error : new Error(String(error)) };
  }
  parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : []);
});
