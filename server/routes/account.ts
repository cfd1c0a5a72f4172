import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/call/calls.ts';
import {
  type OpenedSession,
  readAccount,
  refuseCommonPassword,
  registerAccount,
  updateAccount,
} from '../domain/accounts/accounts.ts';
import { login } from '../domain/accounts/accounts-login.ts';
import { issueCode, proveCode, provingLane, readGrant } from '../domain/accounts/otp.ts';
import { issueResetCode, resetPassword } from '../domain/accounts/password-reset.ts';
import { createPasswordHasher, inLane } from '../domain/accounts/passwords.ts';
import { changePhoto, readPhoto } from '../domain/accounts/photos.ts';
import { endPreviousSession, sessionCookie } from '../http/browser-session.ts';
import { originOf } from '../http/origin.ts';
import type { Routes } from '../http/serve.ts';
import { accountKey } from '../limits/account-key.ts';
import { deviceCookie, knownDeviceCookie } from '../limits/read-visitor.ts';
import { otpEmail } from '../mail/otp-email.ts';
import { passwordChangedEmail, passwordResetEmail } from '../mail/password-email.ts';

/** Accounts, sign-in, one-time codes and the profile (§7). */
export const routes: Routes = (serve, services) => {
  const { broker, clock, config, db, keys, limits, mailer } = services;
  const hasher = createPasswordHasher();

  /** Marks the device as known to the account, unless the address of the account may belong to another person. */
  const signedIn = (request: FastifyRequest, session: OpenedSession, email: string) => ({
    data: { isVerified: session.isVerified },
    cookies: [
      sessionCookie(services, request, session.id),
      ...(session.isVerified ? [knownDeviceCookie(services, request, accountKey(email))] : []),
    ],
  });

  serve(calls.login, async ({ body, caller, request, visitor }) => {
    const session = await login(db, hasher, body, visitor, clock.now(), originOf(request));
    await endPreviousSession(services, caller, request);
    return { message: 'Login successful', ...signedIn(request, session, body.email) };
  });

  serve(calls.register, async ({ body, caller, request, visitor }) => {
    const session = await registerAccount(
      db,
      hasher,
      body,
      visitor,
      clock.now(),
      originOf(request),
      services.legal,
    );
    await endPreviousSession(services, caller, request);
    return { message: 'Registration successful', ...signedIn(request, session, body.email) };
  });

  serve(calls.me, async ({ caller }) => ({ data: await readAccount(db, caller.id) }));

  serve(calls.logout, async ({ caller, request }) => {
    await endPreviousSession(services, caller, request);
    return { message: 'Signed out', data: null, cookies: [sessionCookie(services, request, null)] };
  });

  serve(calls.generateOtp, async ({ caller, request }) => {
    const grant = await issueCode(
      db,
      keys.otp,
      caller.id,
      clock.now(),
      originOf(request),
      (tx, issued) => mailer.enqueue(tx, otpEmail(config.productName, issued)),
    );
    return { message: 'OTP sent to your email', data: grant };
  });

  serve(calls.otpStatus, async ({ caller }) => ({
    data: await readGrant(db, provingLane(caller.id), clock.now()),
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
    const { email } = await readAccount(db, session.accountId);
    return { message: 'Email verified', ...signedIn(request, session, email) };
  });

  serve(calls.forgotPassword, async ({ body, request, visitor }) => {
    const device = visitor.device ?? limits.devices.fresh();
    const grant = await issueResetCode(
      db,
      keys.otp,
      body.email,
      visitor,
      device,
      clock.now(),
      originOf(request),
      // After the response, which must not take longer for an address that gets an e-mail.
      (issued) =>
        setImmediate(() => void mailer.send(passwordResetEmail(config.productName, issued))),
    );
    return {
      message: 'If the address has an account, a code is on its way to it.',
      data: grant,
      // The code belongs to this device.
      ...(visitor.hasProven() ? { cookies: [deviceCookie(services, request, device)] } : {}),
    };
  });

  serve(calls.resetPassword, async ({ body, caller, request, visitor }) => {
    refuseCommonPassword(body.password);
    // The hash comes before the check of the code, so that an unknown address takes as long as any other.
    const passwordHash = await inLane(visitor, (turn) => hasher.hash(body.password, turn));
    const { email, otp } = body;
    const session = await resetPassword(
      db,
      keys.otp,
      { email, otp, passwordHash },
      visitor.device,
      clock.now(),
      originOf(request),
    );
    await endPreviousSession(services, caller, request);
    for (const hash of session.ended) broker.dropSession(hash);
    await mailer.send(passwordChangedEmail(config.productName, email));
    return { message: 'Password changed', ...signedIn(request, session, email) };
  });

  serve(calls.profilePhoto, async ({ caller }) => ({ data: await readPhoto(db, caller.id) }));

  serve(calls.changePhoto, async ({ body, caller, request }) => ({
    data: await changePhoto(db, caller.id, body.image, clock.now(), originOf(request)),
  }));

  serve(calls.updateProfile, async ({ body, caller, request }) => ({
    message: 'Profile updated successfully!',
    data: await updateAccount(db, caller.id, body, clock.now(), originOf(request)),
  }));
};
