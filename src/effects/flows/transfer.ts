import { fromPromise } from 'xstate';
import {
  acceptTransfer,
  offerTransfer,
  readTransfer,
  ticketTransfer,
  withdrawTransfer,
} from '../../../contract/ticket/transfer.ts';
import { isRefusedAs, mapResult, type Result } from '../../../machines/shared/result.ts';
import type { transferAcceptancePorts } from '../../../machines/transfer-acceptance/transfer-acceptance.ports.ts';
import type { transferOfferPorts } from '../../../machines/transfer-offer/transfer-offer.ports.ts';
import type { Api } from '../http/api.ts';

/** Dependencies of the effects of a transfer. */
export interface TransferParts {
  readonly api: Api;
  /** Called when the server does not know the sign-in any more. */
  readonly onSignedOut: () => void;
}

async function watched<T>(answer: Promise<Result<T>>, onSignedOut: () => void): Promise<Result<T>> {
  const result = await answer;
  if (!result.ok && isRefusedAs(result.failure, 'unauthenticated')) onSignedOut();
  return result;
}

/** Effects of the giver's side of a ticket for another person. */
export function transferOfferEffects({ api, onSignedOut }: TransferParts) {
  return {
    read: fromPromise(async ({ input, signal }) => {
      const params = { id: input.ticketId };
      const answer = await watched(api.call(ticketTransfer, { params, signal }), onSignedOut);
      return mapResult(answer, ({ transfer }) => transfer);
    }),
    offer: fromPromise(({ input, signal }) => {
      const params = { id: input.ticketId };
      return watched(api.call(offerTransfer, { params, body: {}, signal }), onSignedOut);
    }),
    withdraw: fromPromise(async ({ input, signal }) => {
      const params = { id: input.ticketId };
      const call = api.call(withdrawTransfer, { params, body: {}, signal });
      return mapResult(await watched(call, onSignedOut), ({ transfer }) => transfer);
    }),
  } satisfies typeof transferOfferPorts;
}

/** Effects of the receiver's side. */
export function transferAcceptanceEffects({ api, onSignedOut }: TransferParts) {
  return {
    read: fromPromise(({ input, signal }) =>
      api.call(readTransfer, { body: { token: input.token }, signal }),
    ),
    accept: fromPromise(({ input: { token, holderName }, signal }) => {
      const body = { token, holder_name: holderName };
      return watched(api.call(acceptTransfer, { body, signal }), onSignedOut);
    }),
  } satisfies typeof transferAcceptancePorts;
}
