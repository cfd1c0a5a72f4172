import type { FieldError } from '../../contract/call/envelope.ts';

/** An expected 'no' of the server: becomes an envelope with this status and these words. Anything else thrown is a 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly meta: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    extra: {
      errors?: FieldError[];
      meta?: Record<string, unknown>;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.errors = extra.errors;
    this.meta = extra.meta;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}
