import type { FieldError } from '../../contract/call/envelope.ts';
import type { RefusalCode } from '../../contract/call/refusal-codes.ts';

/** What a refusal carries beside its status and its sentence. */
export interface RefusalExtras {
  readonly code?: RefusalCode | undefined;
  readonly errors?: FieldError[] | undefined;
  readonly meta?: Record<string, unknown> | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * An expected 'no' of the server: becomes an envelope with this status and these words. Anything else thrown is a 500. Calls of the route
 * table refuse by code (`refuseFor`); tasks of an operator and development tools have words alone.
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
