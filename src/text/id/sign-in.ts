/** Signing in, registration and the code, in Indonesian. */
export const words = {
  'common.showPassword': 'Tampilkan password',
  'common.hidePassword': 'Sembunyikan password',

  'login.intro': 'Masuk untuk membeli dan melihat tiket Anda.',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.or': 'atau',
  'login.noAccount': 'Belum punya akun?',
  'login.emailRequired': 'Email wajib diisi',
  'login.passwordRequired': 'Password wajib diisi',

  'register.firstName': 'Nama Depan',
  'register.lastName': 'Nama Belakang',
  'register.phone': 'Nomor Telepon',
  'register.hasAccount': 'Sudah punya akun?',
  'register.terms': 'Saya menyetujui Terms of Service dan Privacy Policy',

  'otp.title': 'Verifikasi Email',
  'otp.intro': 'Masukkan kode 6 digit yang kami kirim ke {email}.',
  'otp.introNoEmail': 'Masukkan kode 6 digit yang kami kirim ke email Anda.',
  'otp.label': 'Kode verifikasi',
  'otp.submit': 'Verifikasi',
  'otp.remaining': 'Kode berlaku',
  'otp.resend': 'Kirim ulang kode',
  'otp.resendIn': 'Kirim ulang dalam {time}',
  'otp.dailyLimit': 'Batas pengiriman kode hari ini sudah tercapai.',
  'otp.success': 'Email terverifikasi. Mengarahkan...',

  'title.verify': 'Verifikasi Email',

  'home.heroNote': 'Antrean adil, kursi pilihan sendiri, bayar pakai QRIS atau e-wallet.',

  'verify.signedOut': 'Tidak ada akun yang perlu diverifikasi di perangkat ini.',
  'verify.signedOutText': 'Masuk dulu, lalu kami kirim kodenya.',
  'verify.spam': 'Tidak menerima kode? Periksa juga folder spam.',

  'register.intro': 'Satu akun untuk semua tiket Anda.',
  'register.nameRequired': 'Nama wajib diisi',
  'register.phoneInvalid': 'Nomor telepon tidak valid',
  'register.rules': 'Syarat password',
  'register.ruleMet': 'terpenuhi',
} as const;

/** Literal texts of the spec that stay English on an Indonesian page. */
export const english = {
  'login.title': 'Login',
  'login.submit': 'Login',
  'login.google': 'Continue with Google',
  'login.register': 'Sign Up',
  'login.success': 'Login successful! Redirecting...',
  'login.otpSent': 'OTP sent to your email. Redirecting to verification page...',
  'login.googleUrlFailed': 'Failed to get Google authentication URL. Please try again.',
  'login.googleFailed': 'Failed to initialize Google Sign In. Please try again.',

  'register.title': 'Sign Up',
  'register.submit': 'Sign Up',
  'register.termsRequired': 'Please agree to the Terms of Service and Privacy Policy',
  'register.passwordShort': 'Password must be at least 8 characters',
  'register.passwordLetter': 'Password must contain at least one letter',
  'register.passwordNumber': 'Password must contain at least one number',
  'register.success': 'Registration successful! Please verify your email to continue.',

  'otp.backToLogin': 'Back to Login',

  'title.login': 'Login',
  'title.register': 'Sign Up',
} as const;
