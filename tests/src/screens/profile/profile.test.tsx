import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../../../machines/shared/result.ts';
import { PhotoPicker } from '../../../../src/screens/profile/photo-picker.tsx';
import { ProfileFailed, ProfileView } from '../../../../src/screens/profile/profile.view.tsx';
import { updateFailure } from '../../../../src/screens/profile/update-words.ts';
import { button, enter, itReads, lacks, press, reads } from '../page.ts';
import { buyer, draw } from '../purchase-data.tsx';

describe('the profile (§2.390)', () => {
  const view = (change: Partial<Parameters<typeof ProfileView>[0]> = {}) => {
    const calls = { onEdit: vi.fn(), onSave: vi.fn() };
    draw(
      <ProfileView
        user={buyer}
        saving={false}
        saved={false}
        failure={null}
        photo={{ image: null, busy: false, problem: null, onChange: () => {} }}
        {...calls}
        {...change}
      />,
    );
    return calls;
  };
  const field = (name: string) => screen.getByRole('textbox', { name });
  const invalid = { words: 'Please check your input.', detail: 'Name is required' };

  itReads(view, [
    [{ status: 'Profile updated successfully!' }, { saved: true }],
    [{ alert: /^Please check your input\.Name is required$/ }, { failure: invalid }],
    [{ alert: /^Please check your input\.$/ }, { failure: { ...invalid, detail: null } }],
  ]);

  it('says that it could not be loaded, and refreshes the page', () => {
    const onRefresh = vi.fn();
    draw(<ProfileFailed onRefresh={onRefresh} />);
    reads({ alert: 'Failed to load profile data. Please refresh the page.' });
    press('Refresh Page');
    expect(onRefresh).toHaveBeenCalledOnce();
  });

  it('submits the input, which only the server validates (§5.16)', async () => {
    const { onSave, onEdit } = view();
    enter('Nama Depan', '');
    enter('Nomor Telepon', '0812-3456-7890');
    expect(onEdit).toHaveBeenCalled();
    press('Simpan Perubahan');
    await waitFor(() => expect(onSave).toHaveBeenCalledOnce());
    expect(onSave).toHaveBeenCalledWith({
      firstName: '',
      lastName: 'Wijayanti',
      phoneNumber: '+6281234567890',
    });
  });

  it('is disabled while it is being saved', () => {
    view({ saving: true });
    expect(button('Menyimpan...')).toHaveAttribute('aria-busy', 'true');
    expect(field('Nama Depan')).toHaveAttribute('readonly');
    expect(field('Nomor Telepon')).toHaveAttribute('readonly');
  });
});

const refused = (status: number, message: string): Failure => ({
  kind: 'refused',
  status,
  message,
});
const broken = (status: number): Failure => ({
  kind: 'broken',
  status,
  message: 'Not for reading',
});
const check = 'Please check your input and try again.';
const again = 'Failed to update profile. Please try again.';

it.each<[Failure, string, string | null]>([
  [refused(422, 'Name is required'), check, 'Name is required'],
  [refused(422, ''), check, null],
  [refused(429, 'Too many changes.'), 'Too many changes.', null],
  [refused(400, ''), again, null],
  [broken(500), 'Network error. Please check your connection and try again.', null],
  [broken(200), again, null],
  [
    { kind: 'unreachable', message: 'No connection to the server.' },
    'An unexpected error occurred. Please try again.',
    null,
  ],
])('the failure %o of a change reads %s', (failure, words, detail) => {
  expect(updateFailure(failure)).toEqual({ words, detail });
});

describe('the photo (§2.391)', () => {
  const picker = (change: Partial<Parameters<typeof PhotoPicker>[0]> = {}) => {
    const onChange = vi.fn();
    const none = { initials: 'RW', image: null, busy: false, problem: null };
    const { rerender } = draw(<PhotoPicker {...none} onChange={onChange} {...change} />);
    return { onChange, rerender };
  };

  itReads(picker, [
    [['RW', { no: { button: 'Hapus Foto' } }], {}],
    [{ alert: 'Pilih berkas gambar' }, { problem: 'notPicture' }],
    [{ alert: 'Foto belum tersimpan' }, { problem: 'notKept' }],
  ]);

  it('is shown and can be removed, which leaves the focus beside it', () => {
    const image = 'data:image/webp;base64,UklGRg==';
    const { onChange } = picker({ image });
    expect(screen.getByRole('img', { name: 'Foto profil Anda' })).toHaveAttribute('src', image);
    lacks('RW');
    press('Hapus Foto');
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(button('Ganti Foto')).toHaveFocus();
  });
});
