/** Refusals of draws, tickets, later forms, documents and transfers, a part of the table of all refusals. */
export const ticketRefusals = {
  drawNotFound: { status: 404, sentence: 'No draw of this event is published under that name' },
  ticketNotFound: { status: 404, sentence: 'Ticket not found' },
  invoiceNotFound: { status: 404, sentence: 'Invoice not found' },
  orderEnded: { status: 409, sentence: 'Pesanan ini tidak berlaku lagi.' },
  laterFormsClosed: {
    status: 409,
    sentence: 'Acaranya telah dimulai: data pemegang tiket tidak dapat diubah lagi.',
  },
  documentLinkOver: {
    status: 404,
    sentence: 'Alamat berkas ini sudah tidak berlaku. Buka tiket Anda dan simpan sekali lagi.',
  },
  documentsBusy: {
    status: 429,
    sentence: 'Too many documents at once. Please wait a moment and try again.',
  },
  documentsAway: {
    status: 503,
    sentence: 'Documents cannot be made right now. Please try again in a moment.',
  },

  transferNotFound: { status: 404, sentence: 'Tautan ini tidak menawarkan tiket.' },
  transferEnded: {
    status: 409,
    sentence: 'Tiket ini tidak ditawarkan lagi.',
  },
  transferOwn: {
    status: 409,
    sentence: 'Tiket ini sudah milik Anda. Kirim tautannya kepada orang lain.',
  },
  transferClosed: {
    status: 409,
    sentence: 'Tiket ini tidak dapat diberikan lagi: acaranya telah dimulai atau dibatalkan.',
  },
  refundAsked: {
    status: 409,
    sentence: 'Uang pesanan tiket ini sedang diminta kembali, jadi tiketnya tidak dapat berpindah.',
  },
} as const;
