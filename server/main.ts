import { createApp } from './app.ts';
import type { Mode } from './config/mode.ts';
import { type Config, readConfig } from './config.ts';
import { assertPortFree } from './listen.ts';
import { accounts } from './seed/accounts.ts';
import { StartError } from './start-error.ts';

/** Milliseconds that a stop may take once its delay (`STOP_DELAY_SECONDS`) is over. */
const stopWithinMs = 10_000;
const demoFallbackWarning =
  'DEMO_FALLBACK is on: while reads of the catalogue fail, pages show sample events, labelled as such, that nobody can buy. Unset it where tickets are sold.';
const modeWords: Readonly<Record<Mode, string>> = {
  development: 'development: answers this machine alone, with its tools open',
  demo: 'demo: open to everybody, labelled, simulated money, sample events',
  production: 'production: real sales, no sample data, no tool of development',
};

try {
  await main();
} catch (error) {
  if (error instanceof StartError) console.error(error.message);
  else console.error('The server could not start:', error);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  await assertPortFree(config);
  const app = await createApp(config, {}, { onSeedProgress: seedProgress() });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // A connection that never ends must not keep the process alive: committed data is safe.
    setTimeout(() => process.exit(1), config.stopDelaySeconds * 1000 + stopWithinMs).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error('The server did not stop cleanly:', error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  let port: number;
  try {
    port = await app.listen();
  } catch (error) {
    await app.close();
    throw error;
  }
  if (!isStopping) console.log(welcome(config, port));
  // Independent of the log level: an installation that sells must not run like this by oversight.
  if (config.demoFallback) console.warn(demoFallbackWarning);
}

/** Prints the progress of the seed: one growing line on a terminal, the first and last line in a file. */
function seedProgress(): (done: number, total: number) => void {
  return (done, total) => {
    const line = `Filling the database with sample events: ${done} of ${total}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${done === total ? '\n' : ''}`);
    else if (done === 1 || done === total) console.log(line);
  };
}

function welcome(config: Config, port: number): string {
  const isHere = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host);
  const address = config.publicUrl ?? `http://${isHere ? 'localhost' : config.host}:${port}`;
  const lines = [
    `${config.productName} is ready: ${address}`,
    `  Mode      ${modeWords[config.mode]}`,
    `  Data      ${dataPlace(config)}`,
  ];
  if (!config.devTools) return lines.join('\n');
  const emails = (isVerified: boolean) =>
    accounts.filter((account) => account.isVerified === isVerified).map((account) => account.email);
  const passwords = [...new Set(accounts.map((account) => account.password))];
  return [
    ...lines,
    `  Accounts  ${emails(true).join(', ')}; not verified: ${emails(false).join(', ')}; password ${passwords.join(', ')}`,
    config.smtpUrl === null
      ? `  Mail      goes nowhere, read it at ${address}/dev/mail`
      : `  Mail      goes out over SMTP, and stands at ${address}/dev/mail`,
    ...config.paymentGateways.map((name) => `  Payments  ${paymentPlace(config, name, address)}`),
    `  Tools     ${address}/dev (never on in production)`,
  ].join('\n');
}

/** Where the payments of a gateway are played, or that its sandbox takes them. */
function paymentPlace({ midtrans, xendit }: Config, name: string, address: string): string {
  if (name === 'simulated') return `simulated, play the bank at ${address}/dev/gateway`;
  const account = name === 'midtrans' ? midtrans : xendit;
  return account === null
    ? `a twin of ${name}, play payer and gateway at ${address}/dev/gateway`
    : `the sandbox of ${name}`;
}

function dataPlace(config: Config): string {
  if (config.databaseUrl !== null) return 'the PostgreSQL server of DATABASE_URL';
  if (config.dataDir === 'memory') return 'in memory only, gone when the server stops';
  return `${config.dataDir} (embedded PostgreSQL: a power cut may lose its last seconds)`;
}
