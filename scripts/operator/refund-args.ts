import { readShortCode } from '../../contract/ticket/ticket-code.ts';
import type { RefundTask } from '../../server/operator/refunds.ts';

/** Usage of the command on refunds. */
export const refundUsage = `npm run admin -- refund list
npm run admin -- refund ask <order> [<amount>] [<code of a ticket> …]
npm run admin -- refund goodwill <order> <amount>
npm run admin -- refund approve <order>
npm run admin -- refund refuse <order> <reason>
npm run admin -- refund payout <order>
npm run admin -- refund account <order> <bank> <number> <holder>
npm run admin -- refund wrong-account <order>
npm run admin -- refund paid <order> <reference>
npm run admin -- refund overrule <order> <e-mail of staff> <reason>

list shows the refunds that are not done. ask notes that a buyer wants money back for the named tickets, like K7QM-2XRA, or for all of the order:
without an amount what its policy gives. goodwill pays and voids nothing. approve
voids the tickets of the refund, frees their seats and sends the money the way it came; refuse writes the reason to the buyer. Where the gateway sends nothing
back, the buyer is asked for a bank account (payout does so for a refund that fails): account notes it, wrong-account asks again, paid ends the
refund with the reference of your bank; the gateway is asked first. Where it has not said for 24 hours whether it sent a refund, two people
who may refund can overrule it, each with a reason.`;

/** The task of a command line on refunds; null if it is not understood. */
export function refundTaskOf(args: readonly string[]): RefundTask | null {
  const [verb = '', order, ...words] = args;
  const task = { task: 'refund', order } as const;
  switch (verb) {
    case 'list':
      return args.length === 1 ? { task: 'refund', verb } : null;
    case 'approve':
    case 'payout':
    case 'wrong-account':
      return order !== undefined && words.length === 0 ? { ...task, verb } : null;
    case 'ask': {
      const amount = amountOf(words[0]);
      const tickets = amount === undefined ? words : words.slice(1);
      if (order === undefined || tickets.some((code) => readShortCode(code) === null)) return null;
      return { ...task, verb, amount, ...(tickets.length > 0 && { tickets }) };
    }
    case 'goodwill': {
      const amount = amountOf(words[0]);
      return amount === undefined || words.length > 1 ? null : { ...task, verb, amount };
    }
    case 'refuse':
    case 'paid':
      return words.length === 0 ? null : { ...task, verb, text: words.join(' ') };
    case 'overrule': {
      const [staff, ...reason] = words;
      return reason.length === 0 ? null : { ...task, verb, staff, text: reason.join(' ') };
    }
    case 'account': {
      const [bank = '', number = '', ...holder] = words;
      if (holder.length === 0) return null;
      return { ...task, verb, account: { bank, number, holder: holder.join(' ') } };
    }
    default:
      return null;
  }
}

function amountOf(word = ''): number | undefined {
  return /^[1-9]\d{0,9}$/.test(word) ? Number(word) : undefined;
}
