// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { FormSubmissions } from '../../../../contract/forms.ts';
import type { LaterForms } from '../../../../contract/ticket/later-forms.ts';
import { LaterFormsView } from '../../../../src/screens/later-forms/later-forms.view.tsx';
import { LaterLine } from '../../../../src/screens/later-forms/later-line.tsx';
import { refusalAs } from '../../../support/flows/machines.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
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
  return { given, ...draw(<LaterFormsView {...given} />) };
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sizes = () => screen.getAllByLabelText(/^Ukuran kaus/);
const fill = async () => {
  for (const size of sizes()) await userEvent.selectOptions(size, 's');
  await userEvent.type(screen.getByLabelText(/^Nama kontak darurat/), 'Ibu');
};

describe('the forms of a paid order', () => {
  it('are filled in for each ticket and once for the order, and say until when', async () => {
    const onSave = vi.fn((_: FormSubmissions, onDone: () => void) => onDone());
    view({ onSave });
    expect(screen.getByText('Pesanan RTX-7, Lari Tepi Musi')).toBeVisible();
    expect(screen.getByText(/sampai acara dimulai: Jumat, 7 Maret 2031, 06:00 WIB/)).toBeVisible();
    expect(screen.getByText('10K · A-1')).toBeVisible();
    expect(screen.getByText('10K · Berdiri')).toBeVisible();
    await press('Simpan data');
    expect(onSave).not.toHaveBeenCalled();
    expect(screen.getByRole('alert')).toHaveTextContent('Ukuran kaus for Ticket 1');
    await fill();
    await press('Simpan data');
    expect(onSave.mock.calls[0]?.[0]).toMatchObject({
      kaus: [
        { ticket_id: 't1', form_data: { ukuran: 's' } },
        { ticket_id: 't2', form_data: { ukuran: 's' } },
      ],
      kontak: [{ ticket_id: null, form_data: { nama_kontak: 'Ibu' } }],
    });
    expect(screen.getByText('Data pemegang tiket tersimpan.')).toBeVisible();
    // Typed further: that is not saved.
    await userEvent.type(screen.getByLabelText(/^Nama kontak darurat/), '!');
    expect(screen.queryByText('Data pemegang tiket tersimpan.')).toBeNull();
  });

  it('show the stored answers of each ticket', () => {
    view({
      order: {
        ...order,
        answers: [
          { form_id: 'kaus', ticket_id: 't2', form_data: { ukuran: 'm' } },
          { form_id: 'kontak', ticket_id: null, form_data: { nama_kontak: 'Ayah' } },
        ],
      },
    });
    expect(sizes().map((size) => (size as HTMLSelectElement).value)).toEqual(['', 'm']);
    expect(screen.getByLabelText(/^Nama kontak darurat/)).toHaveValue('Ayah');
  });

  it('keep what was typed when the save fails, and send it again by the button of the error', async () => {
    const { given, rerender } = view();
    await fill();
    await press('Simpan data');
    rerender(<LaterFormsView {...given} failure={away} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Data belum tersimpan.');
    expect(screen.getByLabelText(/^Nama kontak darurat/)).toHaveValue('Ibu');
    await userEvent.type(screen.getByLabelText(/^Nama kontak darurat/), ' Ani');
    await press('Coba lagi');
    expect(given.onSave).toHaveBeenCalledTimes(2);
    expect(vi.mocked(given.onSave).mock.calls[1]?.[0].kontak).toMatchObject([
      { form_data: { nama_kontak: 'Ibu Ani' } },
    ]);
  });

  it('say why nothing can be filled in', async () => {
    view({ order: { ...order, open: false } });
    expect(screen.getByRole('status')).toHaveTextContent('tidak dapat diubah lagi');
    expect(screen.queryByRole('form')).toBeNull();
    cleanup();
    view({ order: { ...order, forms: [] } });
    expect(screen.getByRole('status')).toHaveTextContent('tidak meminta data pemegang tiket');
    cleanup();
    view({ order: null, readFailure: { kind: 'refused', ...refusalAs('orderEnded') } });
    expect(screen.getByRole('alert')).toHaveTextContent('Pesanan ini tidak berlaku lagi.');
    cleanup();
    const { given } = view({ order: null, readFailure: away });
    expect(screen.getByRole('alert')).toHaveTextContent('belum dapat dimuat');
    await press('Coba lagi');
    expect(given.onRetry).toHaveBeenCalledOnce();
    cleanup();
    view({ order: null });
    expect(screen.getByText('Memuat data pemegang tiket')).toBeInTheDocument();
  });
});

describe('the line about the forms of an order', () => {
  it.each([
    ['waiting', 'Lengkapi data pemegang tiket'],
    ['answered', 'Ubah data pemegang tiket'],
  ] as const)('leads to them while they are %s', (state, name) => {
    draw(<LaterLine orderCode="RTX-7" state={state} />);
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/my-tickets/RTX-7/forms');
    const words = screen.queryByText('Penyelenggara masih memerlukan data pemegang tiket.');
    expect(words !== null).toBe(state === 'waiting');
  });

  it.each([undefined, 'unknown'] as const)('is absent for %s', (state) => {
    draw(<LaterLine orderCode="RTX-7" state={state} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
