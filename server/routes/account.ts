import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/calls.ts';
import {
  type OpenedSession,
  readAccount,
  refuseCommonPassword,
  registerAccount,
  updateAccount,
} from '../domain/accounts.ts';
import { login } from '../domain/accounts-login.ts';
import { issueCode, issueResetCode, proveCode, readGrant, resetPassword } from '../domain/otp.ts';
import { createPasswordHasher } from '../domain/passwords.ts';
import { leaveBehind, sessionCookie } from '../http/browser-session.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { otpMail } from '../mail/otp-mail.ts';
import { passwordChangedMail, resetMail } from '../mail/password-mail.ts';

/** Accounts, sign-in, one-time codes and the profile (§7). */
export const routes: Routes = (serve, services) => {
  const { broker, clock, config, db, keys, mailer } = services;
  const hasher = createPasswordHasher();

  const signedIn = (request: FastifyRequest, session: OpenedSession) => ({
    data: { isVerified: session.isVerified },
    cookies: [sessionCookie(services, request, session.id)],
  });

  serve(calls.login, async ({ body, caller, request }) => {
    const session = await login(db, hasher, body, clock.now(), originOf(request));
    await leaveBehind(services, caller, request);
    return { message: 'Login successful', ...signedIn(request, session) };
  });

  serve(calls.register, async ({ body, caller, request }) => {
    const session = await registerAccount(db, hasher, body, clock.now(), originOf(request));
    await leaveBehind(services, caller, request);
    return { message: 'Registration successful', ...signedIn(request, session) };
  });

  serve(calls.me, async ({ caller }) => ({ data: await readAccount(db, caller.id) }));

  serve(calls.logout, async ({ caller, request }) => {
    await leaveBehind(services, caller, request);
    return { message: 'Signed out', data: null, cookies: [sessionCookie(services, request, null)] };
  });

  serve(calls.generateOtp, async ({ caller, request }) => {
    const grant = await issueCode(
      db,
      keys.otp,
      caller.id,
      clock.now(),
      originOf(request),
      (tx, issued) => mailer.enqueue(tx, otpMail(config.productName, issued)),
    );
    return { message: 'OTP sent to your email', data: grant };
  });

  serve(calls.otpStatus, async ({ caller }) => ({
    data: await readGrant(db, { accountId: caller.id }, clock.now()),
  }));

  serve(calls.validateOtp, async ({ body, caller, request }) => {
    const session = await proveCode(
      db,
      keys.otp,
      caller.id,
      body.otp,
      clock.now(),
      originOf(request),
    );
    broker.dropSession(caller.sessionHash);
    return { message: 'Email verified', ...signedIn(request, session) };
  });

  serve(calls.forgotPassword, async ({ body, request }) => {
    const grant = await issueResetCode(
      db,
      keys.otp,
      body.email,
      clock.now(),
      originOf(request),
      // After the answer, which must not take longer for an address that gets a letter.
      (issued) => setImmediate(() => void mailer.send(resetMail(config.productName, issued))),
    );
    return { message: 'If the address has an account, a code is on its way to it.', data: grant };
  });

  serve(calls.resetPassword, async ({ body, caller, request }) => {
    refuseCommonPassword(body.password);
    // Hashed before the code is looked at, so that an address nobody has takes as long as any other.
    const passwordHash = await hasher.hash(body.password);
    const { email, otp } = body;
    const session = await resetPassword(
      db,
      keys.otp,
      { email, otp, passwordHash },
      clock.now(),
      originOf(request),
    );
    await leaveBehind(services, caller, request);
    for (const hash of session.ended) broker.dropSession(hash);
    await mailer.send(passwordChangedMail(config.productName, email));
    return { message: 'Password changed', ...signedIn(request, session) };
  });

  serve(calls.updateProfile, async ({ body, caller, request }) => ({
    message: 'Profile updated successfully!',
    data: await updateAccount(db, caller.id, body, clock.now(), originOf(request)),
  }));
};
