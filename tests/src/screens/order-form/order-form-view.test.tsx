import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { planOf, storedOf } from '../../../../src/screens/order-form/form-plan.ts';
import {
  OrderFormView,
  type OrderFormViewProps,
} from '../../../../src/screens/order-form/order-form.view.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import { button, enter, itPasses, itReads, lacks, press, reads } from '../page.ts';
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
const stored = (change: Partial<typeof complete> = {}) => ({
  readStored: () => storedOf(plan, { ...complete, ...change }),
});

function view(more: Partial<OrderFormViewProps> = {}) {
  const props: OrderFormViewProps = {
    slug: 'konser-senja-jakarta',
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
const named = (n: number) => ticket(n).getByLabelText(/Nama Lengkap/);
const send = () => press('Continue to Payment');

describe('the order form (§2.250, §2.255, §2.257, §2.271, §8.25)', () => {
  const unsent = { key: 'form.submitFailed' } as const;
  const unread = { stage: 'failed', draft: null, error: { key: 'form.loadFailed' } } as const;
  const gone = { stage: 'seatsGone', draft: null, error: { key: 'form.noSeats' } } as const;
  const noForms = { stage: 'noForms', error: unsent } as const;
  const described = forms.map((each) => ({
    ...each,
    name: `Formulir ${each.id}`,
    description: `Keterangan ${each.id}`,
  }));

  itReads(view, [
    [{ heading: 'Preparing Your Form' }, { stage: 'loading', draft: null, forms: [] }],
    [[{ alert: 'Formulir belum dapat dimuat.' }, { no: 'No Forms Required' }], unread],
    [{ alert: 'No seats found. Please go back and select seats first.' }, gone],
    [[{ heading: 'No Forms Required' }, { alert: 'Failed to submit form data.' }], noForms],
    [{ heading: 'Forms Currently Unavailable' }, { stage: 'formsInactive' }],
    [[{ heading: 'Detail Pesanan' }, 'Kursi yang dipegang pesanan ini: B-12, B-13'], {}],
    [
      [
        'Keterangan holder',
        'Keterangan general',
        { no: /^Formulir/ },
        { link: 'Kembali ke kursi' },
      ],
      { forms: described },
    ],
  ]);
  itPasses(view, [
    ['Try Again', 'onRetry', unread],
    ['OK', 'onDismiss', gone],
    ['Proceed to Payment', 'onProceed', noForms],
    ['Proceed to Payment', 'onProceed', { stage: 'formsInactive' }],
  ]);

  it('asks for every ticket and once for the order, each field as its type (§2.251, §3.40, §3.41)', () => {
    view({ forms: described });
    expect(screen.getAllByText('Attendee information required')).toHaveLength(2);
    const first = ticket(1);
    for (const [label, type] of [
      [/Email/, 'email'],
      [/Nomor Telepon/, 'tel'],
      [/Tanggal Lahir/, 'date'],
    ] as const) {
      expect(first.getByLabelText(label)).toHaveAttribute('type', type);
    }
    expect(first.getByLabelText('Kode negara')).toHaveValue('+62');
    expect(first.getAllByRole('radio')).toHaveLength(2);
    expect(named(1)).toHaveAccessibleDescription('Nama ini dicetak di e-ticket.');
    expect(named(1)).toBeRequired();
    reads({ combobox: /Asal Kota/, checkbox: 'Saya setuju' });
    expect(screen.getByRole('textbox', { name: 'Kebutuhan Khusus' })).not.toBeRequired();
    // The profile fills the first ticket alone.
    expect(named(1)).toHaveValue('Ratna Wijayanti');
    expect(first.getByLabelText(/Nomor Telepon/)).toHaveValue('81210000001');
    expect(named(2)).toHaveValue('');
  });

  it('warns of a letter that a ticket may print as ?, and of no other (§14.10)', () => {
    view();
    const warned = /Tiket cetak mungkin menampilkan \? untuk 𠮷\./;
    for (const [name, isWarned] of [
      ['𠮷野 Sari', true],
      ['陳美玲 Ḍalem ʻAisyah™', false],
    ] as const) {
      fireEvent.change(named(1), { target: { value: name } });
      if (isWarned) expect(named(1)).toHaveAccessibleDescription(warned);
      else expect(named(1)).not.toHaveAccessibleDescription(warned);
    }
  });

  it('shows a question once its condition is met, and hides it again', () => {
    const cities = form('kota', false, [
      field('kota', 'radio', 'Kota', { options: options('Jakarta', 'Lain') }),
      field('lain', 'text', 'Kota Lain', {
        condition_type: 'answer_is',
        condition_target: 'kota',
        condition_values: ['lain'],
      }),
    ]);
    view({ forms: [cities, generalForm] });
    const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
    // Two forms of the order, each under its own name.
    reads({ heading: 'kota' }, { heading: 'general' });
    lacks({ textbox: /Kota Lain/ });
    choose('Lain');
    reads({ textbox: /Kota Lain/ });
    choose('Jakarta');
    lacks({ textbox: /Kota Lain/ });
  });

  it.each([
    ['nik', {}, '123', 'NIK terdiri dari 16 angka'],
    ['text', { min_length: 3 }, 'ab', 'Isi paling sedikit 3 karakter'],
    [
      'date',
      { last_day: '2027-03-01' },
      '0021-05-17',
      'Isi tanggal dari 01/01/1900 sampai 01/03/2027',
    ],
    ['text', { pattern: '\\d+', pattern_hint: 'Tulis angka saja' }, 'ab', 'Tulis angka saja'],
  ] as const)('says what is wrong with a %s answer %o', async (type, rules, typed, note) => {
    view({ forms: [form('data', false, [field('data', type, 'Data', rules)])] });
    enter(/Data/, typed);
    send();
    expect(await screen.findByRole('alert')).toHaveTextContent(`Data: ${note}`);
  });

  it.each([
    ['a missing answer of a ticket', {}, /: Tanggal Lahir for Ticket 1$/, /Tanggal Lahir/],
    [
      'a missing answer of the order',
      stored({ general: ['bogor', '', []] }),
      /: Persetujuan$/,
      'Saya setuju',
    ],
    [
      'a malformed address',
      stored({ tickets: complete.tickets.map((each) => each.with(1, 'ratna')) }),
      'Format email tidak valid',
      /Email/,
    ],
  ] as const)('names %s, and brings the focus to it', async (_, more, words, label) => {
    const { onReview } = view(more);
    send();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    const [first] = screen.getAllByLabelText(label);
    expect(first).toHaveFocus();
    expect(onReview).not.toHaveBeenCalled();
  });

  it('copies a ticket, which clears what was missing, and no empty one (§5.41)', async () => {
    view({ user: null });
    const copy = ticket(2).getByRole('button', { name: 'Copy from Ticket 1' });
    fireEvent.click(copy);
    reads({ alert: 'Please fill in the source ticket data first' });
    expect(ticket(1).queryByRole('button', { name: /Copy from/ })).toBeNull();
    fireEvent.change(named(1), { target: { value: 'Sari' } });
    fireEvent.click(copy);
    expect(named(2)).toHaveValue('Sari');
    lacks({ alert: /./ });
    const mail = (n: number) => ticket(n).getByLabelText(/Email/);
    send();
    await waitFor(() => expect(mail(2)).toBeInvalid());
    fireEvent.change(mail(1), { target: { value: 'sari@contoh.id' } });
    fireEvent.click(copy);
    await waitFor(() => expect(mail(2)).toBeValid());
  });

  it('passes complete answers on for review', async () => {
    const { onReview } = view(stored());
    send();
    await waitFor(() => expect(onReview).toHaveBeenCalledOnce());
    const sent = vi.mocked(onReview).mock.calls[0]?.[0];
    expect(sent?.holder?.map(({ ticket_id }) => ticket_id)).toEqual(['t1', 't2']);
    expect({ ...sent?.general?.[0]?.form_data }).toMatchObject({ asal_kota: 'bogor' });
  });

  it('[F03] finds again what was typed, though the account is read after the page and the form twice', () => {
    let kept: ReturnType<OrderFormViewProps['readStored']> = null;
    const onSave: OrderFormViewProps['onSave'] = (answers) => {
      kept = answers;
    };
    const loading = {
      ...view({ stage: 'loading', draft: null, forms: [] }),
      readStored: () => kept,
      onSave,
    };
    cleanup();
    const { rerender } = draw(<OrderFormView {...loading} />);
    kept = storedOf(plan, complete);
    const filling = { ...loading, stage: 'filling', draft, forms } as const;
    rerender(<OrderFormView {...filling} />);
    expect(named(1)).toHaveValue('Ratna');
    fireEvent.change(named(1), { target: { value: 'Ratna Ayu' } });
    rerender(<OrderFormView {...loading} />);
    rerender(<OrderFormView {...filling} />);
    expect(named(1)).toHaveValue('Ratna Ayu');
  });
});

describe('the confirmation (§2.270)', () => {
  const submissions = {
    holder: [
      { ticket_id: 't1', form_data: { nama_lengkap: 'Ratna', tanggal_lahir: '1995-03-07' } },
      { ticket_id: 't2', form_data: { nama_lengkap: 'Sari' } },
    ],
    general: [{ ticket_id: null, form_data: { asal_kota: 'bogor', persetujuan: ['saya setuju'] } }],
  };

  it('shows the whole order', () => {
    view({ submissions, error: { key: 'form.submitFailed' } });
    const popup = within(screen.getByRole('dialog', { name: 'Konfirmasi Pesanan' }));
    for (const text of [
      ...['RTX-TEST01', 'Sabtu, 7 Maret 2026', 'Ratna', 'Selasa, 7 Maret 1995', 'Sari', 'Bogor'],
      ...['Saya setuju', 'Kursi: B-12, B-13', 'Pajak 10%', 'Rp150.000'],
    ]) {
      expect(popup.getByText(text)).toBeInTheDocument();
    }
    expect(popup.getAllByText('Rp1.500.000')).toHaveLength(2);
    expect(popup.getAllByText('Rp1.650.000')).toHaveLength(2);
    expect(popup.getByRole('alert')).toHaveTextContent('Failed to submit form data.');
  });

  itPasses(view, [
    ['Beli Sekarang', 'onConfirm', { submissions }],
    ['Ubah data', 'onEdit', { submissions }],
  ]);

  it('cannot be closed or confirmed again while it is being sent', () => {
    const { onConfirm } = view({ submissions, isSubmitting: true });
    press('Beli Sekarang');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(button('Ubah data')).toBeDisabled();
    lacks({ button: 'Tutup' });
  });
});
