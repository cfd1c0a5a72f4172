// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../../machines/shared/outcome.ts';
import { PhotoPicker } from '../../../src/screens/profile/photo-picker.tsx';
import {
  ProfileFailed,
  ProfileLoading,
  ProfileView,
} from '../../../src/screens/profile/profile.view.tsx';
import { updateFailure } from '../../../src/screens/profile/update-words.ts';
import { buyer, draw } from './purchase-data.tsx';

const nothing = () => {};

describe('the profile', () => {
  const view = (change: Partial<Parameters<typeof ProfileView>[0]> = {}) => (
    <ProfileView
      user={buyer}
      saving={false}
      saved={false}
      failure={null}
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

  it('hands over what was typed, judged by the server alone', async () => {
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

  it('rests while it is being saved', () => {
    render(view({ saving: true }));
    expect(screen.getByRole('button', { name: 'Menyimpan...' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    expect(field('Nama Depan')).toHaveAttribute('readonly');
    expect(field('Nomor Telepon')).toHaveAttribute('readonly');
  });

  it('says what became of it', () => {
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
  const created: Blob[] = [];
  const revoked: string[] = [];

  beforeEach(() => {
    created.length = 0;
    revoked.length = 0;
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (file: Blob) => `blob:photo-${created.push(file)}`,
        revokeObjectURL: (address: string) => revoked.push(address),
      }),
    );
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const choose = (file: File) =>
    fireEvent.change(screen.getByTestId('photo-file'), { target: { files: [file] } });
  const picture = () => screen.queryByRole('img', { name: 'Pratinjau foto profil' });
  const image = (name: string) => new File(['x'], name, { type: 'image/png' });

  it('is shown in the page alone, and each address is given back', async () => {
    const { unmount } = render(<PhotoPicker initials="RW" />);
    expect(screen.getByTestId('photo-file')).toHaveAttribute('accept', 'image/*');
    expect(screen.getByText('RW')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Hapus Foto' })).toBeNull();

    choose(image('satu.png'));
    expect(picture()).toHaveAttribute('src', 'blob:photo-1');
    choose(image('dua.png'));
    expect(picture()).toHaveAttribute('src', 'blob:photo-2');
    expect(revoked).toEqual(['blob:photo-1']);

    await userEvent.click(screen.getByRole('button', { name: 'Hapus Foto' }));
    expect(picture()).toBeNull();
    expect(screen.getByText('RW')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Ganti Foto' })).toHaveFocus();
    expect(revoked).toEqual(['blob:photo-1', 'blob:photo-2']);

    choose(image('tiga.png'));
    unmount();
    expect(revoked).toEqual(['blob:photo-1', 'blob:photo-2', 'blob:photo-3']);
  });

  it('opens the chooser of the device', async () => {
    render(<PhotoPicker initials="RW" />);
    const opened = vi.spyOn(screen.getByTestId('photo-file'), 'click');
    await userEvent.click(screen.getByRole('button', { name: 'Ganti Foto' }));
    expect(opened).toHaveBeenCalledOnce();
  });

  it('takes images alone', () => {
    render(<PhotoPicker initials="RW" />);
    choose(new File(['x'], 'catatan.txt', { type: 'text/plain' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Pilih berkas gambar');
    expect(created).toEqual([]);
    choose(image('satu.png'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(picture()).toBeInTheDocument();
  });

  it('gives up a file that only calls itself an image', () => {
    render(<PhotoPicker initials="RW" />);
    choose(image('palsu.png'));
    fireEvent.error(picture() as HTMLElement);
    expect(picture()).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent('Pilih berkas gambar');
    expect(revoked).toEqual(['blob:photo-1']);
  });
});
