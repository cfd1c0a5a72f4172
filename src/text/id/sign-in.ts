/** Indonesian texts of sign-in, registration and verification. */
export const words = {
  'common.showPassword': 'Tampilkan kata sandi',
  'common.hidePassword': 'Sembunyikan kata sandi',

  'login.intro': 'Masuk untuk membeli dan melihat tiket Anda.',
  'login.email': 'Email',
  'login.password': 'Kata sandi',
  'login.or': 'atau',
  'login.noCookies':
    'Browser ini menolak cookie, padahal akun Anda memerlukannya. Izinkan cookie untuk situs ini di pengaturan browser, lalu muat ulang.',
  'login.noAccount': 'Belum punya akun?',
  'login.emailRequired': 'Email wajib diisi',
  'login.passwordRequired': 'Kata sandi wajib diisi',
  'login.forgot': 'Lupa kata sandi?',
  'login.googleOpening': 'Membuka Google...',
  'login.googleInApp':
    'Google menolak masuk dari browser di dalam aplikasi lain. Pakai email, atau buka halaman ini di browser ponsel Anda: tekan tombol titik tiga di pojok, lalu “Buka di browser”.',
  'login.googleCancelled': 'Masuk dengan Google dibatalkan. Coba lagi, atau pakai email.',
  'login.googleExpired': 'Waktu untuk masuk dengan Google sudah habis. Silakan coba lagi.',
  'login.googleUnverified':
    'Alamat email akun Google Anda belum terverifikasi di Google. Verifikasi dulu di sana, atau pakai email.',
  'login.googleReturnFailed': 'Masuk dengan Google tidak berhasil. Coba lagi, atau pakai email.',

  'register.firstName': 'Nama Depan',
  'register.lastName': 'Nama Belakang',
  'register.oneName': 'Kosongkan jika nama Anda satu kata',
  'register.phone': 'Nomor Telepon',
  'register.hasAccount': 'Sudah punya akun?',
  'register.terms': 'Saya menyetujui Terms of Service dan Privacy Policy',

  'otp.title': 'Verifikasi Email',
  'otp.intro': 'Masukkan kode 6 digit yang kami kirim ke {email}.',
  'otp.introNoEmail': 'Masukkan kode 6 digit yang kami kirim ke email Anda.',
  'otp.label': 'Kode verifikasi',
  'otp.submit': 'Verifikasi',
  'otp.remaining': 'Kode berlaku selama',
  'otp.resend': 'Kirim ulang kode',
  'otp.resendIn': 'Kirim ulang dalam {time}',
  'otp.dailyLimit': 'Batas pengiriman kode hari ini sudah tercapai.',
  'otp.success': 'Email terverifikasi. Mengarahkan...',

  'title.verify': 'Verifikasi Email',

  'home.heroNote': 'Antrean adil, kursi pilihan sendiri, bayar pakai QRIS atau e-wallet.',

  'verify.signedOut': 'Tidak ada akun yang perlu diverifikasi di perangkat ini.',
  'verify.signedOutText': 'Masuk dulu, lalu kami kirim kodenya.',
  'verify.demo': 'Demo ini tidak mengirim email.',
  'verify.demoEmails': 'Baca email Anda di sini',
  'verify.spam': 'Tidak menerima kode? Periksa juga folder spam.',

  'login.googleTerms': 'Dengan melanjutkan, Anda menyetujui ketentuan dan kebijakan kami:',

  'register.intro': 'Satu akun untuk semua tiket Anda.',
  'register.nameRequired': 'Nama wajib diisi',
  'register.phoneInvalid': 'Nomor telepon tidak valid',
  'register.phoneHelp': 'Contoh: 0812-3456-7890',
  'register.phoneKept': 'Disimpan sebagai {phone}',
  'register.rules': 'Syarat kata sandi',
  'register.ruleMet': 'terpenuhi',

  'forgot.title': 'Lupa Kata Sandi',
  'forgot.intro': 'Tulis email akun Anda. Kami kirim kode 6 digit untuk membuat kata sandi baru.',
  'forgot.send': 'Kirim kode',
  'forgot.sent': 'Jika {email} terdaftar, kode 6 digit sudah kami kirim ke sana.',
  'forgot.changeEmail': 'Ganti alamat',
  'forgot.newPassword': 'Kata sandi baru',
  'forgot.save': 'Simpan dan masuk',
  'forgot.otherDevices': 'Demi keamanan, perangkat lain akan keluar dari akun ini.',
  'forgot.success': 'Kata sandi baru tersimpan. Mengarahkan...',
  'title.forgot': 'Lupa Kata Sandi',

  'complete.title': 'Satu Langkah Lagi',
  'complete.intro':
    'Akun Google Anda sudah terhubung. Tambahkan nomor telepon untuk melengkapinya.',
  'complete.save': 'Simpan dan lanjutkan',
  'complete.saving': 'Menyimpan...',
  'complete.skip': 'Nanti saja',
  'title.complete': 'Lengkapi Profil',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'login.title': 'Login',
  'login.submit': 'Login',
  'login.google': 'Continue with Google',
  'login.register': 'Sign Up',
  'login.success': 'Login successful! Redirecting...',
  'login.otpSent': 'OTP sent to your email. Redirecting to verification page...',
  'login.failed': 'Login failed. Please check your credentials.',
  'login.networkFailed': 'Network error. Please try again.',
  'login.codeFailed': 'Failed to send verification code. Please try again.',
  'login.unconfirmed':
    'Login succeeded but session verification failed. Please refresh the page and try again.',
  'login.googleFailed': 'Failed to initialize Google Sign In. Please try again.',
  'login.googleAddressFailed': 'Failed to get Google authentication URL. Please try again.',

  'register.title': 'Sign Up',
  'register.submit': 'Sign Up',
  'register.termsRequired': 'Please agree to the Terms of Service and Privacy Policy',
  'register.passwordShort': 'Password must be at least 8 characters',
  'register.passwordLetter': 'Password must contain at least one letter',
  'register.passwordNumber': 'Password must contain at least one number',
  'register.failed': 'Registration failed. Please try again.',
  'register.success': 'Registration successful! Please verify your email to continue.',

  'otp.backToLogin': 'Back to Login',
  'otp.incomplete': 'Please enter all 6 digits',
  'otp.simpleIncomplete': 'Please enter complete verification code',
  'otp.invalid': 'Invalid verification code. Please try again.',
  'otp.simpleInvalid': 'Invalid OTP. Please try again.',
  'otp.verificationFailed': 'Verification failed. Please try again.',
  'otp.expired': 'OTP has expired. Please request a new code.',
  'otp.resendFailed': 'Failed to resend code. Please try again.',
  'otp.simpleResendFailed': 'Failed to resend OTP. Please try again.',
  'otp.sendFailed': 'Failed to send verification code. Please try again.',

  'title.login': 'Login',
  'title.register': 'Sign Up',
} as const;
