import * as z from 'zod/mini';
import type { PayoutState, Payouts } from '../gateway.ts';
import type { Wire } from '../wire.ts';

const word = z.string().check(z.maxLength(300));
const optionalWord = z.optional(z.nullable(word));

const payoutSchema = z.object({
  id: word,
  reference_id: word,
  status: word,
  failure_code: optionalWord,
});
const payoutsSchema = z.object({ data: z.array(payoutSchema) });
const holderSchema = z.object({ status: word, bank_account_holder_name: optionalWord });

/** Reasons of a failure that another account of the buyer mends. */
const accountReasons = ['INVALID_DESTINATION', 'RECIPIENT_ACCOUNT_NUMBER_ERROR'];
const failures = ['FAILED', 'CANCELLED', 'EXPIRED'];

/** The Payouts API of Xendit, version 2, and its check of the names of holders (decision 080). */
export function createXenditPayouts(ask: Wire): Payouts {
  const find = async (id: string) => {
    const response = await ask('GET', `/v2/payouts?reference_id=${encodeURIComponent(id)}`);
    if (response.status === 404) return null;
    const list = response.status === 200 ? payoutsSchema.safeParse(response.body) : null;
    if (list?.success !== true)
      throw new Error(`Xendit did not list payouts (${response.status}).`);
    return list.data.data.find((one) => one.reference_id === id) ?? null;
  };

  return {
    async holderOf(bank, number) {
      const response = await ask('POST', '/bank_account_data_requests', {
        body: { bank_code: bank.toUpperCase(), bank_account_number: number },
      });
      const said = holderSchema.safeParse(response.body);
      if (!said.success) throw new Error(`Xendit did not check an account (${response.status}).`);
      const { status, bank_account_holder_name: holder } = said.data;
      if (status === 'FAILURE') return null;
      // The bank has not responded yet: the buyer writes the name.
      if (status !== 'SUCCESS' || !holder) throw new Error(`Xendit does not know yet (${status}).`);
      return holder;
    },
    async find(id) {
      const known = await find(id);
      return known === null ? null : stateOf(known);
    },
    async send({ id, amount, account }) {
      // First: a repeated key gives the first response again, and not where the payout stands by now.
      const known = await find(id);
      if (known !== null) return stateOf(known);
      const response = await ask('POST', '/v2/payouts', {
        body: {
          reference_id: id,
          channel_code: `ID_${account.bank.toUpperCase()}`,
          channel_properties: {
            account_number: account.number,
            account_holder_name: account.holder,
          },
          amount,
          currency: 'IDR',
        },
        headers: { 'idempotency-key': id },
      });
      if (response.status === 200 || response.status === 201) {
        const made = payoutSchema.safeParse(response.body);
        if (made.success) return stateOf(made.data);
      }
      const code = z.object({ error_code: word }).safeParse(response.body);
      if (code.success && accountReasons.includes(code.data.error_code)) {
        return { status: 'accountWrong', reference: null };
      }
      throw new Error(`Xendit did not pay out (${response.status}).`);
    },
  };
}

function stateOf({ id, status, failure_code: reason }: z.infer<typeof payoutSchema>): PayoutState {
  if (status === 'SUCCEEDED') return { status: 'sent', reference: id };
  // The bank took it and sent it back: the account is closed or asleep.
  if (status === 'REVERSED') return { status: 'accountWrong', reference: null };
  // Also a status of tomorrow: the money may be on its way.
  if (!failures.includes(status)) return { status: 'running', reference: null };
  const isAccount = status === 'FAILED' && accountReasons.includes(reason ?? '');
  return { status: isAccount ? 'accountWrong' : 'failed', reference: null };
}
