import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { RefundAccountContext } from '../../../../machines/refund-account/refund-account.types.ts';
import { RefundAccountView } from '../../../../src/screens/refund-account/refund-account.view.tsx';
import { refusalAs } from '../../../support/flows/machines.ts';
import { enter, itReads, press, reads } from '../page.ts';
import { draw } from '../purchase-data.tsx';

const refund: NonNullable<RefundAccountContext['refund']> = {
  order_code: 'RTX-7',
  event_name: 'Konser Senja',
  amount: 450_000,
  state: 'asked',
  checks_holder: true,
};
const account = { bank: 'bca', number: '1234567890', holder: 'Siti Aminah' } as const;
const given = (state: NonNullable<RefundAccountContext['refund']>['state']) => ({
  state: 'given' as const,
  refund: { ...refund, state },
});

interface Shown extends Partial<RefundAccountContext> {
  readonly state: Parameters<typeof RefundAccountView>[0]['state'];
}

function view({ state, ...change }: Shown) {
  const send = vi.fn();
  const asked = { token: 't', refund, account: null, fits: null, failure: null };
  draw(<RefundAccountView state={state} context={{ ...asked, ...change }} send={send} />);
  return send;
}

const noButton = { no: { button: /./ } };
const unknown = { kind: 'refused', ...refusalAs('accountUnknown') } as const;

itReads(view, [
  [['Untuk pesanan RTX-7, Konser Senja', 'Rp450.000'], { state: 'naming' }],
  [
    { alert: 'Bank tidak mengenal nomor rekening ini.' },
    { state: 'naming', account, failure: unknown },
  ],
  [/Nama ini sesuai dengan catatan bank\./, { state: 'confirming', account, fits: true }],
  [/Nama ini berbeda dengan catatan bank\./, { state: 'confirming', account, fits: false }],
  [/Bank belum dapat ditanya\./, { state: 'confirming', account, fits: null }],
  [[/Rekening sudah kami terima\./, noButton], given('given')],
  [[/Bank menolak rekening ini\./, noButton], given('rejected')],
  [[/Uangnya sudah dikirim\./, noButton], given('done')],
  [
    [/^Tautan ini tidak berlaku lagi/, { no: { textbox: /./ } }],
    { state: 'unknown', refund: null },
  ],
]);

it('an account is asked for with bank, number and name (§13.42)', () => {
  const send = view({ state: 'naming' });
  press('Periksa rekening');
  reads(
    'Pilih bank dulu.',
    'Nomor rekening terdiri dari 5 sampai 20 angka.',
    'Isi nama pemilik rekening.',
  );
  expect(send).not.toHaveBeenCalled();
  enter(/^Nama pemilik rekening/, ' Siti Aminah ');
  enter(/^Bank/, 'bca');
  enter(/^Nomor rekening/, '123-456 7890');
  press('Periksa rekening');
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'check', account });
});

it('an account that the bank does not know stays in the form', () => {
  view({ state: 'naming', account, failure: unknown });
  expect(screen.getByLabelText(/^Nomor rekening/)).toHaveValue('1234567890');
});

it('the account is sent, or changed, after the bank has said whether the name fits (§13.31)', () => {
  const send = view({ state: 'confirming', account, fits: false });
  press('Benar, kirim ke rekening ini', 'Ganti rekening');
  expect(send.mock.calls).toEqual([[{ type: 'give' }], [{ type: 'change' }]]);
});

it('a page that could not be read offers another try', () => {
  const failure = { kind: 'unreachable', message: '' } as const;
  const send = view({ state: 'unread', refund: null, failure });
  press('Coba lagi');
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'retry' });
});
