import { escapeHtml } from '../../contract/texts/html.ts';
import {
  type SimulatedChargeRow,
  type SimulatedOutcome,
  simulatedOutcomes,
} from '../gateway/simulated.ts';

const style = `
  :root { color-scheme: light; font-family: "Plus Jakarta Sans", system-ui, sans-serif; line-height: 1.5; }
  body { margin: 0; background: #eef1f6; color: #16202e; }
  main { max-width: 26rem; margin: 0 auto; padding: 1.25rem; }
  .mark { background: #7a2e00; color: #fff; text-align: center; font-weight: 700; letter-spacing: .08em; padding: .5rem; }
  .card { background: #fff; border-radius: 1rem; padding: 1.25rem; box-shadow: 0 1px 3px rgb(20 30 50 / .15); }
  h1 { font-size: 1.125rem; margin: 0 0 .75rem; }
  .amount { font-size: 2rem; font-weight: 700; margin: 0 0 1rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.25rem; }
  dt { color: #4a5668; } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
  form { display: grid; gap: .75rem; }
  button { font: inherit; font-weight: 600; min-height: 3rem; border-radius: .75rem; border: 1px solid #5b6880; background: #fff; color: #16202e; cursor: pointer; }
  button.pay { background: #0b5d3b; border-color: #0b5d3b; color: #fff; }
  button:focus-visible, a:focus-visible { outline: 3px solid #1456c2; outline-offset: 2px; }
  a { color: #1456c2; } ul { padding-left: 1.25rem; } li { margin: .5rem 0; }
`;

const statusWords: Record<SimulatedChargeRow['status'], string> = {
  pending: 'Menunggu pembayaran',
  settlement: 'Sudah dibayar',
  expire: 'Kedaluwarsa',
  deny: 'Ditolak',
  cancel: 'Dibatalkan',
  refund: 'Dana dikembalikan',
  reversal: 'Ditarik kembali oleh bank',
  chargeback: 'Disengketakan pembayar',
  partial_refund: 'Sebagian dana dikembalikan',
};

const buttons = [
  { outcome: 'settlement', words: 'Bayar', look: ' class="pay"' },
  { outcome: 'deny', words: 'Tolak pembayaran', look: '' },
  { outcome: 'expire', words: 'Biarkan kedaluwarsa', look: '' },
] as const;

// A settlement in the last second still arrives: testers can try how the server handles it.
const lateButton = [{ outcome: 'settlement', words: 'Bayar terlambat', look: '' }] as const;

const returnButtons = [
  { outcome: 'refund', words: 'Kembalikan dana', look: '' },
  { outcome: 'reversal', words: 'Tarik kembali oleh bank', look: '' },
  { outcome: 'chargeback', words: 'Sengketakan (chargeback)', look: '' },
] as const;

/** Choices for a charge in each state; none in the others. */
const choicesIn: Partial<
  Record<
    SimulatedChargeRow['status'],
    readonly { readonly outcome: SimulatedOutcome; readonly words: string; readonly look: string }[]
  >
> = { pending: buttons, expire: lateButton, settlement: returnButtons };

/**
 * The payer's bank app for one charge: the amount due, and buttons that work without scripts; `back` is a link in HTML, and `outcomes` are those
 * that its gateway knows.
 */
export function bankAppPage(
  charge: SimulatedChargeRow,
  methodName: string,
  back: string,
  outcomes: readonly SimulatedOutcome[] = simulatedOutcomes,
): string {
  const choices = (choicesIn[charge.status] ?? []).filter(({ outcome }) =>
    outcomes.includes(outcome),
  );
  const form =
    choices.length === 0
      ? ''
      : `<form method="post">${choices
          .map(
            ({ outcome, words, look }) =>
              `<button${look} name="outcome" value="${outcome}">${words}</button>`,
          )
          .join('')}</form>`;
  return page(
    `Bayar ${charge.order_code}`,
    `<div class="card"><h1>Aplikasi bank pembeli</h1>
     <p class="amount">${rupiah(charge.amount)}</p>
     <dl><dt>Pesanan</dt><dd>${escapeHtml(charge.order_code)}</dd>
     <dt>Metode</dt><dd>${escapeHtml(methodName)}</dd>
     <dt>Status</dt><dd>${statusWords[charge.status]}</dd></dl>${form}</div>
     <p>${back}</p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="id"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} (SIMULASI)</title>
<style>${style}</style></head><body><p class="mark" style="margin:0">SIMULASI – tidak ada uang yang berpindah</p>
<main>${body}</main></body></html>`;
}

function rupiah(amount: number): string {
  return `Rp${new Intl.NumberFormat('id-ID').format(amount)}`;
}
