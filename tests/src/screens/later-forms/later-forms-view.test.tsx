import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { FormSubmissions } from '../../../../contract/forms.ts';
import type { LaterForms } from '../../../../contract/ticket/later-forms.ts';
import { LaterFormsView } from '../../../../src/screens/later-forms/later-forms.view.tsx';
import { refusalAs } from '../../../support/flows/machines.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { enter, itPasses, itReads, lacks, press, reads } from '../page.ts';
import { buyer, draw, field, form, options } from '../purchase-data.tsx';

withModalDialogs();

const shirts = form('kaus', true, [
  field('ukuran', 'select', 'Ukuran kaus', { options: options('S', 'M') }),
]);
const contact = form('kontak', false, [field('nama_kontak', 'text', 'Nama kontak darurat')]);
const order: LaterForms = {
  order_code: 'RTX-7',
  event: { slug: 'lari', name: 'Lari Tepi Musi', datetime: '2031-03-07T06:00:00+07:00' },
  open: true,
  tickets: [
    { id: 't1', category_name: '10K', seat_number: 'A-1', standing: false },
    { id: 't2', category_name: '10K', seat_number: null, standing: true },
  ],
  forms: [shirts, contact],
  answers: [],
};
const away = { kind: 'unreachable', message: '' } as const;
const ended = { kind: 'refused', ...refusalAs('orderEnded') } as const;

type Props = Parameters<typeof LaterFormsView>[0];
const props = (change: Partial<Props> = {}): Props => ({
  order,
  readFailure: null,
  failure: null,
  busy: false,
  user: buyer,
  onSave: vi.fn(),
  onRetry: vi.fn(),
  ...change,
});
const view = (change: Partial<Props> = {}) => {
  const given = props(change);
  draw(<LaterFormsView {...given} />);
  return given;
};
const sizes = () => screen.getAllByLabelText<HTMLSelectElement>(/^Ukuran kaus/);
const saved = 'Data pemegang tiket tersimpan.';
const fill = (name: string) => {
  enter(/^Nama kontak darurat/, name);
};
const fillAll = (name: string) => {
  for (const size of sizes()) fireEvent.change(size, { target: { value: 's' } });
  fill(name);
};

describe('the forms of a paid order (§2.450)', () => {
  itReads(view, [
    [['Pesanan RTX-7, Lari Tepi Musi', '10K · A-1', '10K · Berdiri'], {}],
    [/sampai acara dimulai: Jumat, 7 Maret 2031, 06:00 WIB/, {}],
    [
      [{ status: 'tidak dapat diubah lagi' }, { no: { form: /./ } }],
      { order: { ...order, open: false } },
    ],
    [{ status: 'tidak meminta data pemegang tiket' }, { order: { ...order, forms: [] } }],
    [{ alert: 'Pesanan ini tidak berlaku lagi.' }, { order: null, readFailure: ended }],
    [{ alert: 'belum dapat dimuat' }, { order: null, readFailure: away }],
    ['Memuat data pemegang tiket', { order: null }],
  ]);
  itPasses(view, [['Coba lagi', 'onRetry', { order: null, readFailure: away }]]);

  it('are filled in for each ticket and once for the order', async () => {
    const { onSave } = view({ onSave: vi.fn((_: FormSubmissions, onDone) => onDone()) });
    press('Simpan data');
    expect(await screen.findByRole('alert')).toHaveTextContent('Ukuran kaus for Ticket 1');
    expect(onSave).not.toHaveBeenCalled();
    fillAll('Ibu');
    press('Simpan data');
    await screen.findByText(saved);
    expect(vi.mocked(onSave).mock.calls[0]?.[0]).toMatchObject({
      kaus: [
        { ticket_id: 't1', form_data: { ukuran: 's' } },
        { ticket_id: 't2', form_data: { ukuran: 's' } },
      ],
      kontak: [{ ticket_id: null, form_data: { nama_kontak: 'Ibu' } }],
    });
    // Typed further: that is not saved.
    fill('Ibu!');
    lacks(saved);
  });

  it('keep what was typed when the save fails, and send it again by the button of the error', async () => {
    const given = props();
    const { rerender } = draw(<LaterFormsView {...given} />);
    fillAll('Ibu');
    press('Simpan data');
    await waitFor(() => expect(given.onSave).toHaveBeenCalledOnce());
    rerender(<LaterFormsView {...given} failure={away} />);
    reads({ alert: 'Data belum tersimpan.' });
    expect(screen.getByLabelText(/^Nama kontak darurat/)).toHaveValue('Ibu');
    fill('Ibu Ani');
    press('Coba lagi');
    await waitFor(() => expect(given.onSave).toHaveBeenCalledTimes(2));
    const kontak = vi.mocked(given.onSave).mock.calls.map(([sent]) => sent.kontak?.[0]?.form_data);
    expect(kontak).toMatchObject([{ nama_kontak: 'Ibu' }, { nama_kontak: 'Ibu Ani' }]);
  });
});
