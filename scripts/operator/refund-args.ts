import type { RefundTask } from '../../server/operator/refunds.ts';

/** Usage of the command on refunds. */
export const refundUsage = `npm run refund -- list
npm run refund -- ask <order> [<amount>]
npm run refund -- approve <order>
npm run refund -- refuse <order> <reason>
npm run refund -- payout <order>
npm run refund -- account <order> <bank> <number> <holder>
npm run refund -- wrong-account <order>
npm run refund -- paid <order> <reference>
npm run refund -- overrule <order> <e-mail of staff> <reason>

list shows the refunds that are not done. ask notes that a buyer wants money back: without an amount what the policy of the order gives. approve
voids the tickets, frees the seats and sends the money the way it came; refuse writes the reason to the buyer. Where the gateway sends nothing
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
      const [amount] = words;
      if (order === undefined || words.length > 1) return null;
      if (amount === undefined) return { ...task, verb };
      return /^[1-9]\d{0,9}$/.test(amount) ? { ...task, verb, amount: Number(amount) } : null;
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
