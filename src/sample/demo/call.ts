import type { User } from '../../../contract/account.ts';
import type {
  AnswerOf,
  BodyOf,
  CallShape,
  ParamsOf,
  QueryOf,
} from '../../../contract/call/call.ts';
import type { CallName, calls } from '../../../contract/call/calls.ts';
import type { FieldError, Pagination } from '../../../contract/call/envelope.ts';
import { type RefusalCode, refusalRow } from '../../../contract/call/refusal-codes.ts';
import type { PaymentEventName, QueueEventName } from './bus.ts';
import type { DemoState } from './state.ts';

/** Context of a call's handler: mutable state, time and message bus. */
export interface DemoWorld {
  state: DemoState;
  readonly now: number;
  /** A new id. */
  readonly newId: (kind: string) => string;
  /** Applies due deadlines now. */
  readonly passTime: () => void;
  readonly tellQueue: (slug: string, event: QueueEventName) => void;
  readonly tellPayment: (slug: string, event: PaymentEventName) => void;
}

/** Input of a handler; `caller` is set wherever the contract requires an account. */
export interface Given<C extends CallShape> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly caller: C['access'] extends 'public' ? User | null : User;
  readonly world: DemoWorld;
}

/** Result of a handler; a file in place of data if the contract says so. */
export interface Answered<C extends CallShape> {
  /** Null if the response has no data (§2.363). */
  readonly data: AnswerOf<C> | null;
  readonly message?: string;
  readonly pagination?: Pagination;
}

/** Handlers of some calls. */
export type Handlers<N extends CallName> = {
  readonly [K in N]: (given: Given<(typeof calls)[K]>) => Answered<(typeof calls)[K]>;
};

/** A refusal by its code, with the sentence of the contract unless another is given. */
export class DemoRefusal extends Error {
  readonly code: RefusalCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly meta: Record<string, unknown> | undefined;

  constructor(
    code: RefusalCode,
    more: {
      sentence?: string;
      errors?: readonly FieldError[];
      meta?: Record<string, unknown>;
    } = {},
  ) {
    super(more.sentence ?? refusalRow(code).sentence);
    this.code = code;
    this.errors = more.errors;
    this.meta = more.meta;
  }
}
