/** Indonesian texts of the reminder of a live session. */
export const words = {
  'bubble.title': 'Sesi Aktif',
  'bubble.remaining': 'Sisa waktu',
  'bubble.continue': 'Lanjutkan',
  'bubble.expand': 'Buka Sesi Aktif',
  'bubble.collapse': 'Ciutkan Sesi Aktif',
  'bubble.status': 'Status',
  'bubble.waiting': 'Menunggu',
  'bubble.waitingAt': 'Menunggu, posisi {position}',
  'bubble.online': 'Online',
  'bubble.queue': 'Anda sedang dalam antrean',
  'bubble.seats': 'Anda sedang memilih kursi',
  'bubble.orderForm': 'Anda sedang mengisi formulir pemesanan',
  'bubble.paymentMethod': 'Anda sedang memilih metode pembayaran',
  'bubble.payment': 'Anda memiliki pembayaran yang sedang berlangsung',
} as const;
