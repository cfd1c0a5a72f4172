import { english, type words as indonesian } from '../id/sign-in.ts';

/** Signing in, registration and the code, in English. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'common.showPassword': 'Show password',
  'common.hidePassword': 'Hide password',

  'login.intro': 'Sign in to buy and see your tickets.',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.or': 'or',
  'login.noAccount': 'No account yet?',
  'login.emailRequired': 'Email is required',
  'login.passwordRequired': 'Password is required',

  'register.firstName': 'First Name',
  'register.lastName': 'Last Name',
  'register.phone': 'Phone Number',
  'register.hasAccount': 'Already have an account?',
  'register.terms': 'I agree to the Terms of Service and Privacy Policy',

  'otp.title': 'Verify Your Email',
  'otp.intro': 'Enter the 6-digit code we sent to {email}.',
  'otp.introNoEmail': 'Enter the 6-digit code we sent to your email.',
  'otp.label': 'Verification code',
  'otp.submit': 'Verify',
  'otp.remaining': 'Code valid for',
  'otp.resend': 'Resend Code',
  'otp.resendIn': 'Resend in {time}',
  'otp.dailyLimit': 'No more codes can be sent today.',
  'otp.success': 'Email verified. Redirecting...',

  'title.verify': 'Verify Your Email',

  'home.heroNote': 'A fair queue, seats you pick yourself, QRIS or e-wallet.',

  'verify.signedOut': 'There is no account to verify on this device.',
  'verify.signedOutText': 'Sign in first, and we will send the code.',
  'verify.spam': 'No code yet? Check your spam folder too.',

  'register.intro': 'One account for all your tickets.',
  'register.nameRequired': 'Name is required',
  'register.phoneInvalid': 'The phone number is not valid',
  'register.rules': 'Password rules',
  'register.ruleMet': 'met',
};
