import { fromPromise } from 'xstate';
import type { DeskOrder, FoundOrder } from '../../contract/staff/desk.ts';
import { notProvided } from '../shared/not-provided.ts';
import type { Result } from '../shared/result.ts';
import type { DeskAct } from './desk.types.ts';

/** The effects of the desk machine. */
export const deskPorts = {
  /** GET /desk/orders. */
  find: fromPromise<Result<FoundOrder[]>, { readonly query: string }>(notProvided('desk.find')),
  /** GET /desk/orders/{orderCode}: refused as `orderNotFound`. */
  open: fromPromise<Result<DeskOrder>, { readonly orderCode: string }>(notProvided('desk.open')),
  /** The calls that correct an order; a refusal says why. */
  act: fromPromise<Result<unknown>, { readonly orderCode: string; readonly act: DeskAct }>(
    notProvided('desk.act'),
  ),
};
