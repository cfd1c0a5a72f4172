import { fromPromise } from 'xstate';
import {
  checkRefundAccount,
  giveRefundAccount,
  refundAccount,
} from '../../../contract/refund/refund.ts';
import type { refundAccountPorts } from '../../../machines/refund-account/refund-account.ports.ts';
import { mapResult } from '../../../machines/shared/result.ts';
import type { Api } from '../http/api.ts';

/** Effects of the page on which a buyer names the bank account of a refund. */
export function refundAccountEffects(api: Api) {
  return {
    read: fromPromise(({ input: params, signal }) => api.call(refundAccount, { params, signal })),
    check: fromPromise(async ({ input: { token, account }, signal }) => {
      const call = api.call(checkRefundAccount, { params: { token }, body: account, signal });
      return mapResult(await call, ({ fits }) => fits);
    }),
    give: fromPromise(({ input: { token, account: body }, signal }) =>
      api.call(giveRefundAccount, { params: { token }, body, signal }),
    ),
  } satisfies typeof refundAccountPorts;
}
