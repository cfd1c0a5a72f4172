/** Why the server cannot start, in one line for whoever started it; main.ts prints it and ends with code 1. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
