/** Indonesian texts of the refund policy of an event. */
export const words = {
  'policy.title': 'Pengembalian tiket',
  'policy.none': 'Tiket yang sudah dibeli tidak dapat dikembalikan.',
  'policy.step': 'Sampai {days} hari sebelum acara: {percent}% dari harga tiket dan pajaknya.',
  'policy.untilStart': 'Sampai acara dimulai: {percent}% dari harga tiket dan pajaknya.',
  'policy.fee': 'Dipotong {fee} per tiket. Biaya lain tidak kembali.',
  'policy.feesStay': 'Biaya lain tidak kembali.',
};
