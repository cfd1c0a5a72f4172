import type { FieldError } from '../../contract/call/envelope.ts';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';

/** Optional parts of a refusal beside its status and its sentence. */
export interface RefusalExtras {
  readonly code?: RefusalCode | undefined;
  readonly errors?: FieldError[] | undefined;
  readonly meta?: Record<string, unknown> | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * An expected error of a call: becomes an envelope with this status and sentence. Any other thrown error is a 500. Calls of the contract refuse by
 * code (`refuseFor`); operator commands and development tools only have a sentence.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalCode | undefined;
  readonly errors: FieldError[] | undefined;
  readonly meta: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, extras: RefusalExtras = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = extras.code;
    this.errors = extras.errors;
    this.meta = extras.meta;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}
