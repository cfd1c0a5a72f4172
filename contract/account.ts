import * as z from 'zod/mini';
import { defineCall } from './call/call.ts';
import { isLoose } from './call/loose.ts';
import {
  atMost,
  emailSchema,
  instantSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  otherNamesSchema,
  otpSchema,
  personNameSchema,
  phoneSchema,
  typedEmailSchema,
  typedPasswordSchema,
} from './fields.ts';

/** An account as its owner sees it (§3.10). */
export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  role: z.string(),
  isVerified: z.boolean(),
  created_at: z.string(),
});
/** An account as its owner sees it (§3.10). */
export type User = z.infer<typeof userSchema>;

/**
 * POST /auth/login (§7.20). 401 with the same message for a wrong address and a wrong password. 428 with a challenge in `meta` (§17.30) after
 * many failures of unknown devices; so do `register`, `generateOtp`, `forgotPassword` and `resetPassword`.
 */
export const login = defineCall({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with e-mail and password; sets the session cookie',
  access: 'public',
  body: z.strictObject({ email: typedEmailSchema, password: typedPasswordSchema }),
  refusals: {
    wrongCredentials: 401,
    tooManyFailures: 429,
    signInsBusy: 429,
    challengeRequired: 428,
  },
  answer: z.object({ isVerified: z.boolean() }),
});

/** POST /auth/register (§7.21). Leaves the account signed in and unverified. */
export const register = defineCall({
  method: 'POST',
  path: '/auth/register',
  summary: 'Create an account; sets the session cookie; the address is not verified yet',
  access: 'public',
  body: z.strictObject({
    firstName: personNameSchema,
    lastName: otherNamesSchema,
    phoneNumber: phoneSchema,
    email: emailSchema,
    password: newPasswordSchema,
  }),
  refusals: {
    emailNotRegistrable: 422,
    phoneInvalid: 422,
    passwordTooEasy: 422,
    signInsBusy: 429,
    challengeRequired: 428,
  },
  answer: z.object({ isVerified: z.boolean(), token: z.optional(z.string()) }),
});

/** Response to a request for a code: when the next code may be requested, and how long this one is valid (§3.11). */
export const otpGrantSchema = z.object({
  next_request_available_in: z.number(),
  next_request_available_at: z.nullable(z.string()),
  daily_usage: z.object({ current_count: z.number(), daily_limit: z.number() }),
  expires_in: z.optional(z.number()),
  expires_at: z.optional(instantSchema),
});
/** Response to a request for a code. */
export type OtpGrant = z.infer<typeof otpGrantSchema>;

/** GET /auth/generate-otp (§7.22). Guarded like a POST; 429 during the cooldown or beyond the daily limit, with the same data in `meta`. */
export const generateOtp = defineCall({
  method: 'GET',
  path: '/auth/generate-otp',
  aliases: [{ method: 'POST', path: '/auth/generate-otp' }],
  summary: 'Send a fresh one-time code to the address of the signed-in account',
  access: 'account',
  guarded: true,
  refusals: { codeTooSoon: 429, codesSpent: 429, challengeRequired: 428 },
  answer: otpGrantSchema,
});

/** GET /auth/otp-status: validity and cooldown of the current code, for a reload of the page (§7.23). */
export const otpStatus = defineCall({
  method: 'GET',
  path: '/auth/otp-status',
  summary: 'How long the running code lives and when the next may be asked for; sends nothing',
  access: 'account',
  answer: otpGrantSchema,
});

/** POST /auth/validate-otp (§7.24). 422 for a wrong code, 410 for an expired or invalid one. */
export const validateOtp = defineCall({
  method: 'POST',
  path: '/auth/validate-otp',
  summary: 'Prove the e-mail address with the code; the session cookie is renewed',
  access: 'account',
  body: z.strictObject({ otp: otpSchema }),
  refusals: { codeWrong: 422, codeExpired: 410 },
  answer: z.object({ isVerified: z.boolean() }),
  // §7.24 promises no data: status 200 means that the code was right.
  normalise: (data) => (isLoose(data) && 'isVerified' in data ? data : { isVerified: true }),
});

/**
 * POST /auth/forgot-password: sends a code for a new password. Responds to an unknown address as to any other; 429 during the cooldown or
 * beyond the daily limit, with the same data in `meta`.
 */
export const forgotPassword = defineCall({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Send a one-time code for a new password to an e-mail address, if an account has it',
  access: 'public',
  body: z.strictObject({ email: typedEmailSchema }),
  refusals: { codeTooSoon: 429, codesSpent: 429, challengeRequired: 428 },
  answer: otpGrantSchema,
});

/** POST /auth/reset-password. 422 for a wrong code or an unsuitable password, 410 for an invalid code. Ends every other sign-in. */
export const resetPassword = defineCall({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Choose a new password with the code; signs in and ends every other session',
  access: 'public',
  body: z.strictObject({ email: typedEmailSchema, otp: otpSchema, password: newPasswordSchema }),
  refusals: {
    codeWrong: 422,
    codeExpired: 410,
    passwordTooEasy: 422,
    signInsBusy: 429,
    challengeRequired: 428,
  },
  answer: z.object({ isVerified: z.boolean() }),
});

/** POST /auth/logout (§7.27). Always succeeds; the cookie is cleared. */
export const logout = defineCall({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out; clears the cookie and closes the real-time connections of the session',
  access: 'public',
  answer: z.null(),
});

/** GET /auth/me (§7.28). 401 when nobody is signed in. */
export const me = defineCall({
  method: 'GET',
  path: '/auth/me',
  summary: 'The signed-in account',
  access: 'account',
  answer: userSchema,
});

/** PUT /profile (§7.29). The e-mail address cannot change. */
export const updateProfile = defineCall({
  method: 'PUT',
  path: '/profile',
  summary: 'Change name and phone number of the signed-in account',
  access: 'verified',
  body: z.strictObject({
    firstName: personNameSchema,
    lastName: otherNamesSchema,
    phoneNumber: optionalPhoneSchema,
  }),
  refusals: { phoneInvalid: 422 },
  answer: z.nullable(userSchema),
});

/** GET /auth/google/url (§7.31). Begins a round trip of ten minutes, bound to this browser, so it is guarded like a POST (§7.31). 501 where Google is not configured. */
export const googleUrl = defineCall({
  method: 'GET',
  path: '/auth/google/url',
  summary: 'Where to send the browser for a Google sign-in; the server keeps where to go after it',
  access: 'public',
  guarded: true,
  query: z.object({ returnTo: z.optional(z.string().check(atMost(500), z.startsWith('/'))) }),
  refusals: { googleNotConfigured: 501, googleUnreachable: 503 },
  answer: z.object({ auth_url: z.string(), callback_url: z.string(), state: z.string() }),
});

/** POST /auth/google/complete-profile (§7.32). */
export const googleCompleteProfile = defineCall({
  method: 'POST',
  path: '/auth/google/complete-profile',
  summary: 'Add the phone number a Google account came without',
  access: 'account',
  body: z.strictObject({ phone_number: phoneSchema }),
  refusals: { phoneInvalid: 422 },
  answer: z.nullable(userSchema),
});
