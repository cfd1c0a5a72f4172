/** Refusals of the calls about refunds, as rows of the table of all refusals. */
export const refundRefusals = {
  orderNotFound: { status: 404, sentence: 'Pesanan ini tidak ditemukan.' },
  refundBegun: { status: 409, sentence: 'Pengembalian dana pesanan ini sudah diminta.' },
  refundUnavailable: {
    status: 409,
    sentence: 'Saat ini tidak ada yang dapat dikembalikan dari pesanan ini.',
  },
  refundAmountChanged: {
    status: 409,
    sentence: 'Jumlahnya sudah berubah. Periksa lagi sebelum meminta.',
  },
  refundLinkInvalid: {
    status: 404,
    sentence: 'Tautan ini tidak berlaku lagi. Buka tautan di email terbaru.',
  },
  accountTaken: { status: 409, sentence: 'Rekening untuk pengembalian ini sudah diisi.' },
  accountUnknown: {
    status: 422,
    sentence: 'Bank tidak mengenal nomor rekening ini. Periksa lagi nomornya.',
  },
} as const;
