/** The reason why the server cannot start, in one line for the operator; main.ts prints it and exits with code 1. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
