import { expect, it } from 'vitest';
import { fitsHolder } from '../../../../server/domain/refund/holder-name.ts';

it.each([
  ['Siti Aminah', 'SITI AMINAH', true],
  ['aminah, siti', 'SITI AMINAH', true],
  ["Nur'aini Zoë", 'NUR AINI ZOE', true],
  // Cut off by the bank.
  ['Raden Mas Suryadi Kusumo', 'RADEN MAS SURYADI KU', true],
  ['Siti', 'SITI AMINAH', false],
  ['Siti Aminah Wati', 'SITI AMINAH', false],
  ['S A', 'SITI AMINAH', false],
  ['Budi', 'SITI AMINAH', false],
  ['--', '--', false],
])('"%s" for an account of "%s" fits: %s', (typed, known, fits) => {
  expect(fitsHolder(typed, known)).toBe(fits);
});
