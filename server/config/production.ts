import { isLoopbackHost } from './loopback.ts';

/** Settings that real sales require. */
interface SoldSettings {
  readonly publicUrl: string | null;
  readonly mailFrom: string;
  readonly demoFallback: boolean;
}

/** Secrets that several processes over one database must share, with the command that generates one. */
const sharedSecrets = {
  OTP_KEY: 'openssl rand -hex 32',
  WEBHOOK_KEY: 'openssl rand -hex 32',
  DEVICE_KEY: 'openssl rand -hex 32',
  STAFF_KEY: 'openssl rand -hex 32',
  TICKET_PRIVATE_KEY: 'openssl genpkey -algorithm ed25519',
} as const;

const postgresOnDebian = `Sales need a PostgreSQL server. On Debian:
  sudo apt install postgresql
  sudo -u postgres psql -c "create role roetix login password 'SECRET'" -c 'create database roetix owner roetix'
Then set it to postgres://roetix:SECRET@127.0.0.1/roetix.`;

/**
 * Settings that are missing before tickets may be sold (§16.2), one line each. `given` contains the names of the set variables, `because`
 * the reason why this is production.
 */
export function productionProblems(
  { publicUrl, mailFrom, demoFallback }: SoldSettings,
  given: ReadonlySet<string>,
  because: string,
): string[] {
  const problems: string[] = [];
  const missing = (name: string, mend: string) => {
    if (!given.has(name)) problems.push(`${name} is not set while ${because}. ${mend}`);
  };
  missing('PUBLIC_URL', 'Set it to the https:// address people use.');
  if (publicUrl?.startsWith('http:') === true) {
    problems.push(
      `PUBLIC_URL begins with http:// while ${because}: sessions and tickets would travel readable. Use https://.`,
    );
  }
  missing('SMTP_URL', 'Set it to your mail server: codes and tickets go out by mail.');
  missing('MAIL_FROM', 'Set it to the sender of your e-mails, like Roetix <tiket@contoh.id>.');
  if (isLoopbackHost(/@([^\s@>]+)>?$/.exec(mailFrom)?.[1] ?? '') && given.has('MAIL_FROM')) {
    problems.push(
      `MAIL_FROM is an address at localhost while ${because}: mail servers refuse it. Use an address of your own domain.`,
    );
  }
  missing(
    'PAYMENT_GATEWAYS',
    'Name the payment gateways: midtrans, xendit, or simulated, which moves no money and must be asked for by name.',
  );
  missing('DATABASE_URL', postgresOnDebian);
  for (const [name, command] of Object.entries(sharedSecrets)) {
    missing(
      name,
      `Every process needs the same one, from outside the database: \`${command}\` makes it.`,
    );
  }
  if (demoFallback) {
    problems.push(
      `DEMO_FALLBACK is on while ${because}: pages would show sample events while the catalogue cannot be read. Unset DEMO_FALLBACK.`,
    );
  }
  return problems;
}
