import { english, type words as indonesian } from '../id/sign-in.ts';

/** English texts of sign-in, registration and verification. */
export const words: Record<keyof typeof indonesian | keyof typeof english, string> = {
  ...english,

  'common.showPassword': 'Show password',
  'common.hidePassword': 'Hide password',

  'login.intro': 'Sign in to buy and see your tickets.',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.or': 'or',
  'login.noCookies':
    'This browser refuses cookies, which your account needs. Allow cookies for this site in the settings of the browser, then reload.',
  'login.noAccount': 'No account yet?',
  'login.emailRequired': 'Email is required',
  'login.passwordRequired': 'Password is required',
  'login.forgot': 'Forgot password?',
  'login.googleOpening': 'Opening Google...',
  'login.googleInApp':
    'Google refuses a sign-in from a browser inside another app. Use your email, or open this page in the browser of your phone: press the three dots in the corner, then “Open in browser”.',
  'login.googleCancelled':
    'Signing in with Google was cancelled. Try again, or use your email address.',
  'login.googleExpired': 'The time for signing in with Google ran out. Please try again.',
  'login.googleUnverified':
    'Google has not verified the email address of your account. Verify it there first, or use your email address here.',
  'login.googleReturnFailed':
    'Signing in with Google did not work. Try again, or use your email address.',

  'register.firstName': 'First Name',
  'register.lastName': 'Last Name',
  'register.oneName': 'Leave empty if your name is one word',
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
  'verify.demo': 'This demo sends no mail.',
  'verify.demoEmails': 'Read your e-mails here',
  'verify.spam': 'No code yet? Check your spam folder too.',

  'login.googleTerms': 'By continuing you agree to our terms and policy:',

  'register.intro': 'One account for all your tickets.',
  'register.nameRequired': 'Name is required',
  'register.phoneInvalid': 'The phone number is not valid',
  'register.phoneHelp': 'For example 0812-3456-7890',
  'register.phoneKept': 'Will be kept as {phone}',
  'register.rules': 'Password rules',
  'register.ruleMet': 'met',

  'forgot.title': 'Forgot Your Password',
  'forgot.intro': 'Enter the email of your account. We send a 6-digit code for a new password.',
  'forgot.send': 'Send code',
  'forgot.sent': 'If {email} has an account, we have sent a 6-digit code there.',
  'forgot.changeEmail': 'Change address',
  'forgot.newPassword': 'New password',
  'forgot.save': 'Save and sign in',
  'forgot.otherDevices': 'To keep you safe, other devices will be signed out of this account.',
  'forgot.success': 'Your new password has been saved. Redirecting...',
  'title.forgot': 'Forgot Your Password',

  'complete.title': 'One Last Step',
  'complete.intro': 'Your Google account is connected. Add a phone number to complete it.',
  'complete.save': 'Save and continue',
  'complete.saving': 'Saving...',
  'complete.skip': 'Not now',
  'title.complete': 'Complete Your Profile',
};
