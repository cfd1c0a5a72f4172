// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { RefundAccountContext } from '../../../../machines/refund-account/refund-account.types.ts';
import { RefundAccountView } from '../../../../src/screens/refund-account/refund-account.view.tsx';
import { refusalAs } from '../../../support/flows/machines.ts';
import { draw } from '../purchase-data.tsx';

const refund: RefundAccountContext['refund'] = {
  order_code: 'RTX-7',
  event_name: 'Konser Senja',
  amount: 450_000,
  state: 'asked',
  checks_holder: true,
};
const asked: RefundAccountContext = {
  token: 't',
  refund,
  account: null,
  fits: null,
  failure: null,
};
const account = { bank: 'bca', number: '1234567890', holder: 'Siti Aminah' } as const;

function view(
  state: Parameters<typeof RefundAccountView>[0]['state'],
  context: Partial<RefundAccountContext> = {},
) {
  const send = vi.fn();
  draw(<RefundAccountView state={state} context={{ ...asked, ...context }} send={send} />);
  return send;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the page for a bank account', () => {
  it('says whose money it is, and asks for bank and number', async () => {
    const send = view('naming');
    expect(screen.getByText('Untuk pesanan RTX-7, Konser Senja')).toBeVisible();
    expect(screen.getByText('Rp450.000')).toBeVisible();
    await press('Periksa rekening');
    expect(screen.getByText('Pilih bank dulu.')).toBeVisible();
    expect(screen.getByText('Nomor rekening terdiri dari 5 sampai 20 angka.')).toBeVisible();
    expect(screen.getByText('Isi nama pemilik rekening.')).toBeVisible();
    expect(send).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText(/^Nama pemilik rekening/), ' Siti Aminah ');
    await userEvent.selectOptions(screen.getByLabelText(/^Bank/), 'bca');
    await userEvent.type(screen.getByLabelText(/^Nomor rekening/), '123-456 7890');
    await press('Periksa rekening');
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'check', account });
  });

  it('keeps an account that the bank does not know, with the reason', () => {
    const failure = { kind: 'refused', ...refusalAs('accountUnknown') } as const;
    view('naming', { account, failure });
    expect(screen.getByLabelText(/^Nomor rekening/)).toHaveValue('1234567890');
    expect(screen.getByRole('alert')).toHaveTextContent('Bank tidak mengenal nomor rekening ini.');
  });

  it.each([
    [true, 'Nama ini sesuai dengan catatan bank.'],
    [false, 'Nama ini berbeda dengan catatan bank.'],
    [null, 'Bank belum dapat ditanya.'],
  ])('says whether the typed name fits (%s) before anything is sent', async (fits, text) => {
    const send = view('confirming', { account, fits });
    expect(screen.getByText(text, { exact: false })).toBeVisible();
    expect(screen.getByText(/Siti Aminah/)).toBeVisible();
    await press('Benar, kirim ke rekening ini');
    await press('Ganti rekening');
    expect(send.mock.calls).toEqual([[{ type: 'give' }], [{ type: 'change' }]]);
  });

  it.each([
    ['given', 'Rekening sudah kami terima.'],
    ['rejected', 'Bank menolak rekening ini.'],
    ['done', 'Uangnya sudah dikirim.'],
  ] as const)('says that the account is %s', (state, text) => {
    view('given', { refund: { ...refund, state } });
    expect(screen.getByText(text, { exact: false })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('has no form for a link that a later one replaced', () => {
    view('unknown', { refund: null });
    expect(screen.getByText(/^Tautan ini tidak berlaku lagi/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('offers another try where it could not be read', async () => {
    const send = view('unread', { refund: null, failure: { kind: 'unreachable', message: '' } });
    await press('Coba lagi');
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'retry' });
  });
});
