import { isLoopbackHost } from '../../../server/config/loopback.ts';
import { type Config, readSettings } from '../../../server/config.ts';
import { error, type Finding, note, warning } from './finding.ts';

/** Findings about the settings of an environment. Pure. */
export function settingFindings(env: Readonly<Record<string, string | undefined>>): Finding[] {
  const { config, problems } = readSettings(env);
  return [
    note(`The mode is ${config.mode}.`),
    ...problems.map(error),
    ...(config.mode === 'development' ? [] : publicFindings(config)),
    ...(config.mode === 'demo' ? demoFindings(config) : []),
    ...(config.mode === 'production' ? productionFindings(config) : []),
  ];
}

/** Findings for every mode that serves the public. */
function publicFindings(config: Config): Finding[] {
  const { databaseUrl, mqttUrl, publicUrl, rateLimits } = config;
  const findings: Finding[] = [];
  if (publicUrl?.startsWith('https:') === true && !isProxied(config)) {
    findings.push(
      warning(
        'TRUST_PROXY is not set while PUBLIC_URL is https: this server speaks plain HTTP, so a proxy must be in front, and all buyers would count as its one address. Set TRUST_PROXY.',
      ),
    );
  }
  if (publicUrl !== null && isLoopbackHost(new URL(publicUrl).hostname)) {
    findings.push(
      warning(
        'PUBLIC_URL names this machine: links in e-mails work only there. Set the address people use.',
      ),
    );
  }
  if (!rateLimits) {
    findings.push(warning('RATE_LIMITS is off: nothing slows down guessing. Unset RATE_LIMITS.'));
  }
  if (databaseUrl !== null && mqttUrl === null) {
    findings.push(
      note(
        'MQTT_URL is not set: one process can serve, several processes would not forward messages to each other.',
      ),
    );
  }
  return findings;
}

function demoFindings({ databaseUrl, keys, publicUrl, smtpUrl }: Config): Finding[] {
  const findings: Finding[] = [];
  if (publicUrl === null) {
    findings.push(note('PUBLIC_URL is not set: links are built from the Host header.'));
  } else if (publicUrl.startsWith('http:')) {
    findings.push(
      warning(
        'PUBLIC_URL begins with http://: cookies are sent unencrypted. Use https:// outside of a trial.',
      ),
    );
  }
  if (smtpUrl === null) {
    findings.push(
      note(
        'SMTP_URL is not set: visitors read their e-mails at /demo/letters, and addresses are not verified.',
      ),
    );
  }
  if (databaseUrl !== null && keys.ticketPrivate === null) {
    findings.push(
      warning(
        'TICKET_PRIVATE_KEY, OTP_KEY, WEBHOOK_KEY, DEVICE_KEY and STAFF_KEY should be set with DATABASE_URL: each process that has another DATA_DIR makes its own.',
      ),
    );
  }
  return findings;
}

function productionFindings(config: Config): Finding[] {
  const { legalDir, logLevel, paymentGateways, supportEmail } = config;
  const findings: Finding[] = [];
  if (legalDir === null) {
    findings.push(
      warning(
        'LEGAL_DIR is not set: buyers agree to our sample terms and privacy policy. Write your own and name their folder.',
      ),
    );
  }
  if (supportEmail === null) {
    findings.push(
      warning(
        'SUPPORT_EMAIL is not set: the contact page shows an address that reaches nobody. Set yours.',
      ),
    );
  }
  if (paymentGateways.includes('simulated')) {
    findings.push(
      warning(
        'PAYMENT_GATEWAYS names simulated, which moves no money and cannot be played here: priced orders expire.',
      ),
    );
  }
  if (logLevel === 'silent' || logLevel === 'fatal') {
    findings.push(warning(`LOG_LEVEL is ${logLevel}: failures are not logged. Use warn.`));
  }
  findings.push(
    note(
      'The doctor cannot check backups: schedule them every day, and store them on another machine.',
    ),
  );
  return findings;
}

function isProxied({ trustProxy }: Config): boolean {
  const given: unknown = trustProxy;
  return Array.isArray(given) ? given.length > 0 : Boolean(given);
}
