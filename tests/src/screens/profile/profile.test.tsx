// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../../../machines/shared/result.ts';
import { PhotoPicker } from '../../../../src/screens/profile/photo-picker.tsx';
import {
  ProfileFailed,
  ProfileLoading,
  ProfileView,
} from '../../../../src/screens/profile/profile.view.tsx';
import { updateFailure } from '../../../../src/screens/profile/update-words.ts';
import { buyer, draw } from '../purchase-data.tsx';

const nothing = () => {};

describe('the profile', () => {
  const view = (change: Partial<Parameters<typeof ProfileView>[0]> = {}) => (
    <ProfileView
      user={buyer}
      saving={false}
      saved={false}
      failure={null}
      photo={{ image: null, busy: false, problem: null, onChange: nothing }}
      onEdit={nothing}
      onSave={nothing}
      {...change}
    />
  );
  const field = (name: string) => screen.getByRole('textbox', { name });

  it('is loading, in the words of the spec', () => {
    draw(<ProfileLoading />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading profile...');
  });

  it('says that it could not be loaded, and refreshes the page', async () => {
    const onRefresh = vi.fn();
    draw(<ProfileFailed onRefresh={onRefresh} />);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to load profile data. Please refresh the page.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
    expect(onRefresh).toHaveBeenCalledOnce();
  });

  it('shows the account, and an address that cannot change', () => {
    render(view());
    expect(field('Nama Depan')).toHaveValue('Ratna');
    expect(field('Nama Belakang')).toHaveValue('Wijayanti');
    expect(field('Nomor Telepon')).toHaveValue('81210000001');
    expect(field('Email')).toBeDisabled();
    expect(field('Email')).toHaveValue('ratna@contoh.id');
    expect(field('Email')).toHaveAccessibleDescription('Email tidak dapat diubah');
  });

  it('submits the input, which only the server validates', async () => {
    const onSave = vi.fn();
    const onEdit = vi.fn();
    render(view({ onSave, onEdit }));
    await userEvent.clear(field('Nama Depan'));
    await userEvent.clear(field('Nomor Telepon'));
    await userEvent.type(field('Nomor Telepon'), '0812-3456-7890');
    expect(onEdit).toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Simpan Perubahan' }));
    expect(onSave).toHaveBeenCalledExactlyOnceWith({
      firstName: '',
      lastName: 'Wijayanti',
      phoneNumber: '+6281234567890',
    });
  });

  it('is disabled while it is being saved', () => {
    render(view({ saving: true }));
    expect(screen.getByRole('button', { name: 'Menyimpan...' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    expect(field('Nama Depan')).toHaveAttribute('readonly');
    expect(field('Nomor Telepon')).toHaveAttribute('readonly');
  });

  it('shows the result', () => {
    const { rerender } = render(view({ saved: true }));
    expect(screen.getByRole('status')).toHaveTextContent('Profile updated successfully!');
    rerender(
      view({
        failure: { words: 'Please check your input and try again.', detail: 'Name is required' },
      }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Please check your input and try again.Name is required',
    );
    rerender(
      view({ failure: { words: 'An unexpected error occurred. Please try again.', detail: null } }),
    );
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^An unexpected error occurred\. Please try again\.$/,
    );
  });
});

describe('words of a profile that could not be updated', () => {
  const refused = (status: number, message: string): Failure => ({
    kind: 'refused',
    status,
    message,
  });

  it.each<[string, Failure, string, string | null]>([
    [
      'input that will not do',
      refused(422, 'Name is required'),
      'Please check your input and try again.',
      'Name is required',
    ],
    [
      'input that will not do, said without words',
      refused(422, ''),
      'Please check your input and try again.',
      null,
    ],
    ['a refusal with words', refused(429, 'Too many changes.'), 'Too many changes.', null],
    [
      'a refusal without words',
      refused(400, ''),
      'Failed to update profile. Please try again.',
      null,
    ],
    [
      'a server that failed',
      { kind: 'broken', status: 500, message: 'Internal Server Error' },
      'Network error. Please check your connection and try again.',
      null,
    ],
    [
      'an answer nobody can read',
      { kind: 'broken', status: 200, message: 'Unknown answer of /profile' },
      'Failed to update profile. Please try again.',
      null,
    ],
    [
      'no answer at all',
      { kind: 'unreachable', message: 'No connection to the server.' },
      'An unexpected error occurred. Please try again.',
      null,
    ],
  ])('%s', (_, failure, words, detail) => {
    expect(updateFailure(failure)).toEqual({ words, detail });
  });
});

describe('the photo', () => {
  const picker = (change: Partial<Parameters<typeof PhotoPicker>[0]> = {}) => (
    <PhotoPicker
      initials="RW"
      image={null}
      busy={false}
      problem={null}
      onChange={nothing}
      {...change}
    />
  );
  const image = 'data:image/webp;base64,UklGRg==';

  it('hands over the file that was chosen on the device', async () => {
    const onChange = vi.fn();
    render(picker({ onChange }));
    const chooser = screen.getByTestId('photo-file');
    expect(chooser).toHaveAttribute('accept', 'image/*');
    const opened = vi.spyOn(chooser, 'click');
    await userEvent.click(screen.getByRole('button', { name: 'Ganti Foto' }));
    expect(opened).toHaveBeenCalledOnce();
    const file = new File(['x'], 'satu.png', { type: 'image/png' });
    fireEvent.change(chooser, { target: { files: [file] } });
    expect(onChange).toHaveBeenCalledExactlyOnceWith(file);
  });

  it('shows the letters without a photo, and removes one', async () => {
    const onChange = vi.fn();
    const { rerender } = render(picker());
    expect(screen.getByText('RW')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Hapus Foto' })).toBeNull();
    rerender(picker({ image, onChange }));
    expect(screen.getByRole('img', { name: 'Foto profil Anda' })).toHaveAttribute('src', image);
    await userEvent.click(screen.getByRole('button', { name: 'Hapus Foto' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(screen.getByRole('button', { name: 'Ganti Foto' })).toHaveFocus();
  });

  it('says why a photo was not saved', () => {
    const { rerender } = render(picker({ problem: 'notPicture' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Pilih berkas gambar');
    rerender(picker({ problem: 'notKept' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Foto belum tersimpan');
  });
});
