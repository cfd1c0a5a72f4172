import { bagas, concert, ratna } from './people.ts';
import { fill, meanwhile, press, pressIfThere, scenarios, see } from './scenario.ts';
import { chooseSeats, fault, holdSeats, join } from './steps.ts';

const seatsOf = (slug: string) => `/event/${slug}/seats`;

const applyVoucher = (code: string) => [
  see('2 / 5 selected'),
  pressIfThere('Lihat rincian'),
  fill('Kode voucher', code),
  press('Pakai'),
];
const refused = 'Kode voucher tidak valid atau sudah kedaluwarsa';
const withSeats = [join(ratna, concert), chooseSeats(ratna, concert, 2)];

/** §4 and §5, voucher. */
export const vouchers = scenarios({
  'voucher-accepted': {
    title: 'Voucher accepted',
    section: 'Voucher',
    sees: 'HEMAT10 accepted in small letters: ten percent off two seats.',
    words: ['Voucher HEMAT10 dipakai', 'Diskon'],
    as: ratna,
    steps: withSeats,
    path: seatsOf(concert),
    acts: applyVoucher('hemat10'),
  },
  'voucher-refused': {
    title: 'Voucher refused',
    section: 'Voucher',
    sees: 'the error of an unknown code; the price is unchanged.',
    words: [refused],
    as: ratna,
    steps: withSeats,
    path: seatsOf(concert),
    acts: applyVoucher('TIDAKADA'),
  },
  'voucher-expired': {
    title: 'Voucher expired',
    section: 'Voucher',
    sees: 'the error of KADALUARSA, which expired a month ago.',
    words: [refused],
    as: ratna,
    steps: withSeats,
    path: seatsOf(concert),
    acts: applyVoucher('KADALUARSA'),
  },
  'voucher-used-up': {
    title: 'Voucher used up',
    section: 'Voucher',
    sees: 'the error of SEKALI: another draft holds its one use.',
    words: [refused],
    as: ratna,
    steps: [
      join(bagas, concert),
      holdSeats(bagas, concert, 1, { voucher: 'SEKALI' }),
      ...withSeats,
    ],
    path: seatsOf(concert),
    acts: applyVoucher('SEKALI'),
  },
  'voucher-no-seats': {
    title: 'Voucher without a seat',
    section: 'Voucher',
    sees: 'the request to choose seats first. A phone shows the voucher field only once a seat is chosen: open this one on a wide page.',
    words: ['Please select seats before applying a voucher'],
    as: ratna,
    steps: [join(ratna, concert)],
    path: seatsOf(concert),
    acts: [
      see('0 / 5 selected'),
      pressIfThere('Lihat rincian'),
      fill('Kode voucher', 'HEMAT10'),
      press('Pakai'),
    ],
  },
  'voucher-check-fails': {
    title: 'The voucher cannot be checked',
    section: 'Voucher',
    sees: 'the error of the check: order-preview responds with 500 from now on.',
    words: ['Terjadi kesalahan saat memvalidasi voucher'],
    as: ratna,
    steps: withSeats,
    path: seatsOf(concert),
    acts: [
      see('2 / 5 selected'),
      pressIfThere('Lihat rincian'),
      see('Pajak 10%'),
      meanwhile(fault({ path: '/api/event/*/order-preview', status: 500 })),
      fill('Kode voucher', 'HEMAT10'),
      press('Pakai'),
    ],
  },
});
