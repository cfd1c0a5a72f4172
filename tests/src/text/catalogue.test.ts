// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { en } from '../../../src/text/en.ts';
import { id } from '../../../src/text/id.ts';
import type { TextKey } from '../../../src/text/translate.ts';

// A word that follows a number, `{n|seat|seats}`, names a value that the text shows anyway.
const placeholder = /\{(\w+)(?:\|[^|}]*\|[^}]*)?\}/g;
const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(placeholder)].map(([, name]) => name ?? ''))].sort();

describe('the two catalogues', () => {
  it('have the same keys', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(id).sort());
  });

  it.each(Object.keys(id) as TextKey[])(
    '%s takes the same placeholders and is not empty',
    (key) => {
      expect(placeholders(en[key])).toEqual(placeholders(id[key]));
      expect(id[key].trim()).not.toBe('');
      expect(en[key].trim()).not.toBe('');
    },
  );

  it('use only characters of the one font file that is loaded', () => {
    const latin = /^[\u0020-\u00ff\u2013-\u201d\u2026]*$/;
    const odd = [...Object.values(id), ...Object.values(en)].filter((text) => !latin.test(text));
    expect(odd).toEqual([]);
  });

  it('keep the literal texts of the spec word for word', () => {
    expect(id['queue.heading.waiting']).toBe('Kamu Sedang Dalam Antrean');
    expect(id['queue.loading']).toBe('Checking queue status...');
    expect(id['queue.promoted']).toBe('Kamu sudah dipromosikan! Mengarahkan ke pemilihan kursi...');
    expect(id['seats.limit']).toBe('Select up to {max} seats');
    expect(id['seats.count']).toBe('{n} / {max} selected');
    expect(id['seats.creating']).toBe('Creating Order...');
    expect(id['purchase.timeUp']).toBe(
      'Time is up! Your session has expired. Please select your seats again.',
    );
    expect(id['said.sessionEnded']).toBe('Sesi Anda telah berakhir. Silakan login kembali.');
    expect(id['form.requiredFieldTicket']).toBe(
      'Please fill in the required field: {label} for Ticket {n}',
    );
    expect(id['payment.expired']).toBe(
      'Pembayaran telah kedaluwarsa. Mengarahkan ke halaman event...',
    );
    expect(id['eticket.failed']).toBe('Failed to load e-ticket. Using fallback data.');
    expect(id['common.copied']).toBe('Copied!');
  });
});
