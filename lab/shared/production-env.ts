import { newTicketKey } from '../../server/secrets/ticket-key.ts';

const key = 'k'.repeat(32);
/** Keys that commands and server processes over one database share. */
export const sharedKeys: Readonly<Record<string, string>> = {
  OTP_KEY: key,
  WEBHOOK_KEY: key,
  DEVICE_KEY: key,
  STAFF_KEY: key,
  TICKET_PRIVATE_KEY: newTicketKey(),
};

/**
 * Complete settings of a production server on loopback, for benches and tests, without a reachable external service.
 */
export const productionEnv: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://roetix.contoh.id',
  // No server listens there: e-mails stay in the outbox.
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Roetix <tiket@roetix.contoh.id>',
  PAYMENT_GATEWAYS: 'simulated',
  DATABASE_URL: 'postgres://roetix:hunter2@127.0.0.1:1/roetix',
  ...sharedKeys,
};
