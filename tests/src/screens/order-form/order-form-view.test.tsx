// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { planOf, storedOf } from '../../../../src/screens/order-form/form-plan.ts';
import {
  OrderFormView,
  type OrderFormViewProps,
} from '../../../../src/screens/order-form/order-form.view.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import {
  buyer,
  draft,
  draw,
  field,
  form,
  generalForm,
  holderForm,
  options,
} from '../purchase-data.tsx';

withModalDialogs();

const forms = [holderForm, generalForm];
const plan = planOf(forms);
const complete = {
  tickets: [
    ['Ratna', 'ratna@contoh.id', '+6281210000001', '1995-03-07', ''],
    ['Sari', 'sari@contoh.id', '+6281210000002', '1996-03-07', ''],
  ],
  general: ['bogor', '', ['saya setuju']],
};

function view(more: Partial<OrderFormViewProps> = {}) {
  const props: OrderFormViewProps = {
    stage: 'filling',
    draft,
    forms,
    user: buyer,
    readStored: () => null,
    submissions: null,
    date: 'Sabtu, 7 Maret 2026',
    error: null,
    isSubmitting: false,
    onSave: vi.fn(),
    onReview: vi.fn(),
    onConfirm: vi.fn(),
    onEdit: vi.fn(),
    onProceed: vi.fn(),
    onRetry: vi.fn(),
    onDismiss: vi.fn(),
    ...more,
  };
  draw(<OrderFormView {...props} />);
  return props;
}

const ticket = (n: number) => within(screen.getByRole('region', { name: `Ticket ${n}` }));
const send = () => userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }));

describe('the order form', () => {
  it('prepares itself', () => {
    view({ stage: 'loading', draft: null, forms: [] });
    expect(
      screen.getByRole('heading', { level: 1, name: 'Preparing Your Form' }),
    ).toBeInTheDocument();
  });

  it('says that it did not load, and tries again', async () => {
    const props = view({
      stage: 'failed',
      draft: null,
      error: { key: 'form.loadFailed' },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Formulir belum dapat dimuat.');
    expect(screen.queryByText('No Forms Required')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(props.onRetry).toHaveBeenCalledTimes(1);
  });

  it('says that there are no seats, and goes back to them once that is read', async () => {
    const props = view({
      stage: 'seatsGone',
      draft: null,
      error: { key: 'form.noSeats' },
    });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'No seats found. Please go back and select seats first.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(props.onDismiss).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['noForms', 'No Forms Required'],
    ['formsInactive', 'Forms Currently Unavailable'],
  ] as const)('has nothing to ask: %s', async (stage, title) => {
    const props = view({ stage, error: { key: 'form.submitFailed' } });
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to submit form data.');
    await userEvent.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
    expect(props.onProceed).toHaveBeenCalledTimes(1);
  });

  it('asks for every ticket and for the order, each field as its type', () => {
    view();
    expect(screen.getByRole('heading', { level: 1, name: 'Detail Pesanan' })).toBeInTheDocument();
    expect(screen.getByText('Kursi yang dipegang pesanan ini: B-12, B-13')).toBeInTheDocument();
    expect(screen.getAllByText('Attendee information required')).toHaveLength(2);
    const first = ticket(1);
    expect(first.getByLabelText(/Email/)).toHaveAttribute('type', 'email');
    expect(first.getByLabelText(/Nomor Telepon/)).toHaveAttribute('type', 'tel');
    expect(first.getByLabelText('Kode negara')).toHaveValue('+62');
    expect(first.getByLabelText(/Tanggal Lahir/)).toHaveAttribute('type', 'date');
    expect(first.getAllByRole('radio')).toHaveLength(2);
    expect(first.getByLabelText(/Nama Lengkap/)).toHaveAccessibleDescription(
      'Nama ini dicetak di e-ticket.',
    );
    expect(first.getByLabelText(/Nama Lengkap/)).toBeRequired();
    const general = within(screen.getByRole('region', { name: 'Informasi umum' }));
    expect(general.getByRole('combobox', { name: /Asal Kota/ })).toBeInTheDocument();
    expect(general.getByRole('textbox', { name: 'Kebutuhan Khusus' })).not.toBeRequired();
    expect(general.getByRole('checkbox', { name: 'Saya setuju' })).toBeInTheDocument();
  });

  it("shows the organiser's title and description of the forms, once", () => {
    const named = forms.map((form) => ({
      ...form,
      name: `Formulir ${form.id}`,
      description: `Keterangan ${form.id}`,
    }));
    view({ forms: named });
    for (const { id } of forms) {
      expect(screen.getAllByText(`Formulir ${id}`)).toHaveLength(1);
      expect(screen.getAllByText(`Keterangan ${id}`)).toHaveLength(1);
    }
  });

  it('shows a question once its condition is met, and hides it again', async () => {
    const cities = form('kota', false, [
      field('kota', 'radio', 'Kota', { options: options('Jakarta', 'Lain') }),
      field('lain', 'text', 'Kota Lain', {
        condition_type: 'answer_is',
        condition_target: 'kota',
        condition_values: ['lain'],
      }),
    ]);
    view({ forms: [cities, generalForm] });
    const other = () => screen.queryByRole('textbox', { name: /Kota Lain/ });
    expect(other()).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Lain' }));
    expect(other()).toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'Jakarta' }));
    expect(other()).not.toBeInTheDocument();
    // Two forms of the order, each under its own name.
    expect(screen.getByRole('heading', { name: 'kota' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'general' })).toBeInTheDocument();
  });

  it.each([
    ['nik', {}, '123', 'NIK terdiri dari 16 angka'],
    ['text', { min_length: 3 }, 'ab', 'Isi paling sedikit 3 karakter'],
    ['text', { pattern: '\\d+', pattern_hint: 'Tulis angka saja' }, 'ab', 'Tulis angka saja'],
  ] as const)('says what is wrong with a %s answer %o', async (type, rules, typed, note) => {
    view({ forms: [form('data', false, [field('data', type, 'Data', rules)])] });
    await userEvent.type(screen.getByRole('textbox', { name: /Data/ }), typed);
    await send();
    expect(screen.getByRole('alert')).toHaveTextContent(`Data: ${note}`);
  });

  it('fills the first ticket from the profile', () => {
    view();
    expect(ticket(1).getByLabelText(/Nama Lengkap/)).toHaveValue('Ratna Wijayanti');
    expect(ticket(1).getByLabelText(/Nomor Telepon/)).toHaveValue('81210000001');
    expect(ticket(2).getByLabelText(/Nama Lengkap/)).toHaveValue('');
  });

  it('names the first missing field and brings the focus to it', async () => {
    const props = view();
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please fill in the required field: Tanggal Lahir for Ticket 1',
    );
    expect(ticket(1).getByLabelText(/Tanggal Lahir/)).toHaveFocus();
    expect(ticket(1).getByLabelText(/Tanggal Lahir/)).toBeInvalid();
    expect(props.onReview).not.toHaveBeenCalled();
  });

  it('names no ticket for a field of the order, and focuses the first of a group', async () => {
    view({ readStored: () => storedOf(plan, { ...complete, general: ['bogor', '', []] }) });
    await send();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/Please fill in the required field: Persetujuan$/);
    expect(screen.getByRole('checkbox', { name: 'Saya setuju' })).toHaveFocus();
  });

  it('refuses a malformed address', async () => {
    const tickets = [['Ratna', 'ratna', '+6281210000001', '1995-03-07', ''], complete.tickets[1]];
    view({ readStored: () => storedOf(plan, { ...complete, tickets: tickets as string[][] }) });
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('Format email tidak valid');
    expect(ticket(1).getByLabelText(/Email/)).toHaveFocus();
  });

  it('copies a ticket, and refuses to copy an empty one', async () => {
    view({ user: null });
    const copy = ticket(2).getByRole('button', { name: 'Copy from Ticket 1' });
    await userEvent.click(copy);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Please fill in the source ticket data first',
    );
    await userEvent.type(ticket(1).getByLabelText(/Nama Lengkap/), 'Sari');
    await userEvent.click(copy);
    expect(ticket(2).getByLabelText(/Nama Lengkap/)).toHaveValue('Sari');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(ticket(1).queryByRole('button', { name: /Copy from/ })).not.toBeInTheDocument();
  });

  it('clears what was missing once it is copied', async () => {
    view();
    await send();
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(ticket(2).getByLabelText(/Nama Lengkap/)).toBeInvalid();
    await userEvent.click(ticket(2).getByRole('button', { name: 'Copy from Ticket 1' }));
    expect(await ticket(2).findByLabelText(/Nama Lengkap/)).toBeValid();
  });

  it('passes complete answers on for review', async () => {
    const props = view({ readStored: () => storedOf(plan, complete) });
    await send();
    await vi.waitFor(() => expect(props.onReview).toHaveBeenCalledTimes(1));
    const sent = vi.mocked(props.onReview).mock.calls[0]?.[0];
    expect(sent?.holder?.map(({ ticket_id }) => ticket_id)).toEqual(['t1', 't2']);
    expect({ ...sent?.general?.[0]?.form_data }).toMatchObject({ asal_kota: 'bogor' });
  });

  it('[F03] finds again what was typed, though the account is read after the page and the form twice', async () => {
    let kept: ReturnType<OrderFormViewProps['readStored']> = null;
    const props: OrderFormViewProps = {
      ...view({ stage: 'loading', draft: null, forms: [], readStored: () => kept }),
      onSave: (answers) => {
        kept = answers;
      },
    };
    cleanup();
    const { rerender } = draw(<OrderFormView {...props} />);
    kept = storedOf(plan, complete);
    const filling = { ...props, stage: 'filling', draft, forms } as const;
    rerender(<OrderFormView {...filling} />);
    expect(ticket(1).getByLabelText(/Nama Lengkap/)).toHaveValue('Ratna');
    await userEvent.type(ticket(1).getByLabelText(/Nama Lengkap/), ' Ayu');
    rerender(<OrderFormView {...props} />);
    rerender(<OrderFormView {...filling} />);
    expect(ticket(1).getByLabelText(/Nama Lengkap/)).toHaveValue('Ratna Ayu');
  });

  it('stores the input', async () => {
    const props = view();
    await userEvent.type(ticket(2).getByLabelText(/Nama Lengkap/), 'Sari');
    await vi.waitFor(() => expect(props.onSave).toHaveBeenCalled(), { timeout: 2000 });
    const kept = vi.mocked(props.onSave).mock.calls.at(-1)?.[0];
    expect(kept?.ticketHolderForms[1]).toMatchObject({ 'field-nama_lengkap': 'Sari' });
  });
});

describe('the confirmation', () => {
  const submissions = {
    holder: [
      { ticket_id: 't1', form_data: { nama_lengkap: 'Ratna', tanggal_lahir: '1995-03-07' } },
      { ticket_id: 't2', form_data: { nama_lengkap: 'Sari' } },
    ],
    general: [{ ticket_id: null, form_data: { asal_kota: 'bogor', persetujuan: ['saya setuju'] } }],
  };

  it('shows the whole order', () => {
    view({ submissions });
    const popup = within(screen.getByRole('dialog', { name: 'Konfirmasi Pesanan' }));
    for (const text of [
      'RTX-TEST01',
      'Sabtu, 7 Maret 2026',
      'Ratna',
      'Selasa, 7 Maret 1995',
      'Sari',
      'Bogor',
      'Saya setuju',
      'Kursi: B-12, B-13',
      'Pajak 10%',
      'Rp150.000',
    ]) {
      expect(popup.getByText(text)).toBeInTheDocument();
    }
    expect(popup.getAllByText('Rp1.500.000')).toHaveLength(2);
    expect(popup.getAllByText('Rp1.650.000')).toHaveLength(2);
  });

  it('confirms, and goes back to the form', async () => {
    const props = view({ submissions });
    await userEvent.click(screen.getByRole('button', { name: 'Beli Sekarang' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ubah data' }));
    expect(props.onConfirm).toHaveBeenCalledTimes(1);
    expect(props.onEdit).toHaveBeenCalledTimes(1);
  });

  it('says why the answers did not arrive', () => {
    view({ submissions, error: { key: 'form.submitFailed' } });
    expect(within(screen.getByRole('dialog')).getByRole('alert')).toHaveTextContent(
      'Failed to submit form data. Please try again.',
    );
  });

  it('cannot be closed or confirmed again while it is being sent', async () => {
    const props = view({ submissions, isSubmitting: true });
    await userEvent.click(screen.getByRole('button', { name: 'Beli Sekarang' }));
    expect(props.onConfirm).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Ubah data' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Tutup' })).not.toBeInTheDocument();
  });
});
