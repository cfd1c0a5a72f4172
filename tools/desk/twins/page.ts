import { escapeHtml } from '../../../contract/texts/html.ts';
import { devPage } from '../../../server/demo/tool-page.ts';
import { twinsPath } from '../../../server/gateway/stand-in.ts';
import type { PlayedCharge } from '../payers.ts';
import type { Twin, TwinAct, TwinFault, TwinPost } from './twin.ts';

/** Charges of a twin on its page; older ones are steered by JSON. */
const chargesShown = 20;

const faultWords: Readonly<Record<TwinFault, string>> = {
  error: 'Answer with an error',
  slow: 'Answer too late',
  lost: 'Carry out, lose the response',
  running: 'Say that a first call still runs',
  disabled: 'Refuse the method',
  otherAmount: 'Charge another amount',
  denied: 'Deny the charge at once',
  refundRefused: 'Refuse the next refund',
};

const postWords: Readonly<Record<TwinPost, string>> = {
  once: 'Send each once',
  thrice: 'Send each three times',
  swapped: 'Keep them, then send the newest first',
  lost: 'Lose them',
};

const actWords: Readonly<Record<TwinAct, string>> = {
  settle: 'Pay',
  deny: 'Deny',
  expire: 'Let expire',
  reverse: 'Take back (settlement → deny)',
  chargeback: 'Dispute',
  refund: 'Refund at the gateway',
  refundPart: 'Refund half at the gateway',
  repeat: 'Notify again',
};

/** /dev/gateway: what waits for its payer, and a section for each twin with the ways to steer it. Its forms work without scripts. */
export function gatewaysPage(pending: readonly PlayedCharge[], twins: readonly Twin[]): string {
  const waiting = pending
    .map(
      (charge) =>
        `<li><a href="/dev/gateway/${charge.payment_id}">${escapeHtml(charge.order_code)}</a>, ${rupiah(charge.amount)}, ${escapeHtml(charge.method_code)} at ${escapeHtml(charge.gateway)}</li>`,
    )
    .join('');
  return devPage(
    'Payments (SIMULASI)',
    `<p class="quiet">No money moves. A link opens the bank app of the payer.</p>
<h2>Waiting</h2>${waiting === '' ? '<p>No payment is waiting.</p>' : `<ul>${waiting}</ul>`}
${twins.map(twinSection).join('')}`,
  );
}

function twinSection(twin: Twin): string {
  const { fault, kept, lateSeconds, post } = twin.mood();
  const action = `/dev/gateway/twins/${escapeHtml(twin.name)}`;
  const form = (body: string) => `<form method="post" action="${action}"><p>${body}</p></form>`;
  const buttons = (name: string, words: Readonly<Record<string, string>>, now: string | null) =>
    Object.entries(words)
      .map(([value, text]) => button(name, value, text, value === now))
      .join(' ');
  const charges = twin.charges().slice(-chargesShown).reverse();
  return `<h2>Twin of ${escapeHtml(twin.name)}</h2>
<p class="quiet">Speaks the wire of the gateway at ${twinsPath}/${escapeHtml(twin.name)}.</p>
<h3>Its next call</h3>${form(buttons('fault', faultWords, fault))}
<h3>Its notifications</h3>${form(buttons('post', postWords, post))}
${kept === 0 ? '' : form(button('flush', 'true', `Send the ${kept} kept ones, the newest first`, false))}
<h3>Its expiries</h3>${form(`<label>Seconds too late <input name="late_seconds" type="number" min="0" value="${lateSeconds}"></label> <button>Set</button>`)}
<h3>Its charges</h3>${charges.length === 0 ? '<p>No charge yet.</p>' : ''}
${charges
  .map(
    ({ paymentId, method, amount, status, acts }) =>
      `<article><form method="post" action="${action}"><input type="hidden" name="payment_id" value="${escapeHtml(paymentId)}">
<p>${escapeHtml(method)}, ${rupiah(amount)}, <strong>${escapeHtml(status)}</strong><br><code>${escapeHtml(paymentId)}</code></p>
<p>${acts.map((act) => button('act', act, actWords[act], false)).join(' ')}</p></form></article>`,
  )
  .join('')}`;
}

function button(name: string, value: string, words: string, isNow: boolean): string {
  return `<button name="${name}" value="${value}"${isNow ? ' aria-pressed="true"' : ''}>${escapeHtml(words)}</button>`;
}

function rupiah(amount: number): string {
  return `Rp${amount.toLocaleString('id-ID')}`;
}
