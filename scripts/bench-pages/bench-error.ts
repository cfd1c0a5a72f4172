/** Why a bench cannot be had, in words for people. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}
