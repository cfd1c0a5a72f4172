/**
 * Settings with which a server starts in production mode on loopback, for benches and tests: whole, and naming nothing that is reached.
 */
export const productionEnv: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://roetix.contoh.id',
  // Nobody listens there: e-mails stay in the outbox.
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Roetix <tiket@roetix.contoh.id>',
  PAYMENT_GATEWAYS: 'simulated',
};
