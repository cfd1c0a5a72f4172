import type { ActName } from './acts.ts';
import type { rules } from './rules.ts';

/** A mend that is taken out of one module, and the rule that must find it. */
interface Control {
  readonly rule: keyof typeof rules;
  /** What the shop does wrongly then. */
  readonly fault: string;
  readonly file: string;
  /** Text of the module, found once, and what stands there instead. */
  readonly from: string;
  readonly to: string;
  /** What is done more often, for the fault to be met early. */
  readonly acts: readonly ActName[];
}

const buying = ['draft', 'pay', 'the payer pays'] as const;
const late = [...buying, 'the charge expires', 'time passes'] as const;
const refunding = [...buying, 'the desk asks', 'the desk approves'] as const;

/** A control for every rule: its history must be found within two thousand. */
export const controls: readonly Control[] = [
  {
    rule: 'no more goes back than came',
    fault: 'a refund is noted as paid by hand unasked',
    file: 'server/domain/refund/refund-question.ts',
    from: 'if (due?.overruled_at === null) {',
    to: 'if (due === null) {',
    acts: [
      ...refunding,
      'notices travel otherwise',
      'the dashboard refunds all',
      'the desk has paid',
    ],
  },
  {
    rule: 'nobody buys beyond the share',
    fault: 'late money brings its order back whatever was bought since',
    file: 'server/domain/payment/bought-again.ts',
    from: 'if (others.length > 0) return true;',
    to: 'if (others.length >= 0) return false;',
    acts: late,
  },
  {
    rule: 'late money never buys beside another order',
    fault: 'late money brings its order back within the share, beside a later order',
    file: 'server/domain/payment/bought-again.ts',
    from: 'if (others.length > 0) return true;',
    to: '',
    acts: late,
  },
  {
    rule: 'nobody entitled is refused',
    fault: 'a gift counts as a later order',
    file: 'server/domain/payment/bought-again.ts',
    from: `and not exists (select 1 from payments g where g.order_id = x.id and g.method_code = '\${giftMethod}')`,
    to: '',
    acts: [...late, 'the desk gives a ticket'],
  },
  {
    rule: 'no answer is an error of ours',
    fault: 'a notice that comes twice is kept twice',
    file: 'server/domain/payment/notice-rows.ts',
    from: 'on conflict (gateway, fingerprint) do update',
    to: 'on conflict (id) do update',
    acts: buying,
  },
  {
    rule: 'the ledger says what the gateways say',
    fault: 'late money issues the tickets of an order again, and fails',
    file: 'server/domain/payment/settlement.ts',
    from: "if (await hadTickets(tx, payment.order_id)) return 'paid_twice';",
    to: '',
    acts: [...refunding, 'choose another method'],
  },
  {
    rule: 'no word of a notice counts without its gateway',
    fault: 'a notice that says that money came is believed unasked',
    file: 'server/domain/payment/notices.ts',
    from: "if (notice.source === 'status') {",
    to: "if (notice.source === 'status' || said === 'settlement') {",
    acts: ['draft', 'pay', 'a notice is forged'],
  },
  {
    rule: 'no question to a healthy gateway waits',
    fault: 'a question that failed is put again after an hour',
    file: 'server/domain/payment/payment-jobs.ts',
    from: 'ask: { longestPauseMs: 30 * seconds,',
    to: 'ask: { longestPauseMs: 60 * minutes,',
    acts: [...buying, 'a gateway is away', 'a gateway is well', 'time passes'],
  },
  {
    rule: 'no notice waits',
    fault: 'a notice that could not be confirmed is read again after a day',
    file: 'server/domain/payment/payment-jobs.ts',
    from: 'notice: { longestPauseMs: 30 * seconds,',
    to: 'notice: { longestPauseMs: 1_440 * minutes,',
    acts: [...buying, 'a gateway is away'],
  },
  {
    rule: 'what is owed is sent',
    fault: 'a refund that failed is tried again after weeks',
    file: 'server/domain/payment/payment-jobs.ts',
    from: 'refund: { longestPauseMs: 30 * minutes,',
    to: 'refund: { longestPauseMs: 30_000 * minutes,',
    acts: [...refunding, 'the gateway refuses a refund'],
  },
  {
    rule: 'nobody gets back more than is due',
    fault: 'who was charged after the news gets everything back',
    file: 'server/domain/refund/offers.ts',
    from: 'and coalesce(p.charged_at, p.created_at) <= f.at',
    to: '',
    acts: [...buying, 'the event is moved', 'ask back', 'the desk approves'],
  },
  {
    rule: 'every ticket is of the category that was paid',
    fault: 'an edit moves a seat that was claimed since its plan',
    file: 'server/domain/catalogue/folder/seat-changes.ts',
    from: "and (s.category is not distinct from s.was or t.status in ('available', 'block')) returning",
    to: 'returning',
    acts: ['draft', 'row B changes its category'],
  },
  {
    rule: 'the rows of the shop agree',
    fault: 'a credit note has the name of today',
    file: 'server/domain/ledger/ledger.ts',
    from: 'coalesce(i.issuer_name, g.name)',
    to: 'g.name',
    acts: [...refunding, 'the organiser is renamed'],
  },
  {
    rule: 'the map shows what can be claimed',
    fault: 'the map shows a seat free that the organiser holds back',
    file: 'server/domain/order/seatmap.ts',
    from: "status in ('held', 'block') and category_id",
    to: "status = 'held' and category_id",
    acts: ['the desk holds a seat back'],
  },
  {
    rule: 'no ticket is valid whose price went back',
    fault: 'tickets stay valid when a bank takes the money back',
    file: 'server/domain/refund/undo-order.ts',
    from: 'await voidOrderTickets(tx, orderId, now)',
    to: 'await voidOrderTickets(tx, orderId, now, orderId)',
    acts: [...buying, 'the payer disputes'],
  },
];
