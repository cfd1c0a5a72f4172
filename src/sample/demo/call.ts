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
import type { PaymentEventName, QueueEventName } from './bus.ts';
import type { DemoState } from './state.ts';

/** Where a call is answered: the state it may change, the time, and who is told. */
export interface DemoWorld {
  state: DemoState;
  readonly now: number;
  /** A fresh id. */
  readonly newId: (kind: string) => string;
  /** Lets what fell due happen now. */
  readonly passTime: () => void;
  readonly tellQueue: (slug: string, event: QueueEventName) => void;
  readonly tellPayment: (slug: string, event: PaymentEventName) => void;
}

/** What a call is answered from; `caller` is there wherever the contract asks for an account. */
export interface Given<C extends CallShape> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly caller: C['access'] extends 'public' ? User | null : User;
  readonly world: DemoWorld;
}

/** What a call is answered with; a file in place of data where the contract says so. */
export interface Answered<C extends CallShape> {
  /** Null where there is none although the call is answered (ruling 1.2-AM). */
  readonly data: AnswerOf<C> | null;
  readonly message?: string;
  readonly pagination?: Pagination;
}

/** Answers of some of the calls. */
export type Handlers<N extends CallName> = {
  readonly [K in N]: (given: Given<(typeof calls)[K]>) => Answered<(typeof calls)[K]>;
};

/** A call that is refused (4xx), in the words of the reference server. */
export class DemoRefusal extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly meta: Record<string, unknown> | undefined;

  constructor(
    status: number,
    message: string,
    more: { errors?: readonly FieldError[]; meta?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.meta = more.meta;
  }
}
