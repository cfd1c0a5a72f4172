import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readEnvFile } from '../../../server/config/env-file.ts';
import { readSettings } from '../../../server/config.ts';
import { newTicketKey } from '../../../server/secrets/ticket-key.ts';

const read = (name: string) => readFileSync(`docs/guide/deploy/${name}`, 'utf8');
const given = readEnvFile(read('production.env'));
const key = 'k'.repeat(32);
const filled = {
  ...given,
  MIDTRANS_SERVER_KEY: 'Mid-server-x',
  OTP_KEY: key,
  WEBHOOK_KEY: key,
  DEVICE_KEY: key,
  STAFF_KEY: key,
  TICKET_PRIVATE_KEY: newTicketKey().replaceAll('\n', '\\n'),
};
/** The problems of a start in production with the settings of a file and its environment. */
const problemsOf = (env: Record<string, string>) =>
  readSettings({ ...filled, ...env }).problems.map((line) => line.split(' ')[0]);

// biome-ignore lint/suspicious/noExplicitAny: a parsed file has no type; the assertions say what it must hold.
type Yaml = Record<string, any>;
function yaml(name: string): Yaml[] {
  const documents = parseAllDocuments(read(name), { merge: true });
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS() as Yaml);
}

test('the settings file names what production still needs, and nothing that the server does not know', () => {
  const { problems } = readSettings({
    ...given,
    ROETIX_MODE: 'production',
    DATABASE_URL: 'postgres://h/x',
  });
  expect(problems.map((line) => line.split(' ')[0]).sort()).toEqual([
    'DEVICE_KEY',
    'MIDTRANS_SERVER_KEY',
    'OTP_KEY',
    'STAFF_KEY',
    'TICKET_PRIVATE_KEY',
    'WEBHOOK_KEY',
  ]);
  const guide = readFileSync('docs/guide/operate/settings.md', 'utf8');
  const ofCompose = ['SHOP_HOST', 'POSTGRES_PASSWORD'];
  const unknown = Object.keys(given).filter(
    (name) => !ofCompose.includes(name) && !guide.includes(`\`${name}\``),
  );
  expect(unknown).toEqual([]);
});

test('compose starts two processes in production behind a proxy that asks whether they are ready', () => {
  const [{ services = {} } = {}] = yaml('compose.yaml');
  for (const name of ['one', 'two']) {
    const { environment, env_file, stop_grace_period, volumes } = services[name];
    const settings = {
      ...environment,
      STOP_DELAY_SECONDS: String(environment.STOP_DELAY_SECONDS),
      METRICS_PORT: String(environment.METRICS_PORT),
    };
    expect(problemsOf(settings)).toEqual([]);
    expect(env_file).toBe('.env');
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(
      Number(environment.STOP_DELAY_SECONDS) + 15,
    );
    expect(volumes).toEqual(['pictures:/data']);
  }
  expect(read('Caddyfile')).toContain('reverse_proxy one:3000 two:3000');
  expect(read('Caddyfile')).toContain('health_uri /api/ready');
});

test('the unit of systemd runs a process for each port', () => {
  const [, line = ''] = /^Environment=(.*)$/m.exec(read('roetix.service')) ?? [];
  // The name of an instance is its port.
  const own = Object.fromEntries(
    line
      .replace('%i', '3001')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  expect(problemsOf({ ...own, DATABASE_URL: 'postgres://h/x' })).toEqual([]);
  expect(readFileSync('scripts/start.ts', 'utf8')).toContain('server/main.ts');
});

test('Kubernetes probes each process for itself, and leaves it time to stop', () => {
  const [deployment = {}, service = {}] = yaml('kubernetes.yaml');
  const { terminationGracePeriodSeconds, securityContext, containers } =
    deployment.spec.template.spec;
  const [{ env, readinessProbe, livenessProbe, ports, volumeMounts }] = containers;
  const own = Object.fromEntries(env.map(({ name, value }: Yaml) => [name, value]));
  expect(problemsOf({ ...own, DATABASE_URL: 'postgres://h/x' })).toEqual([]);
  expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(own.STOP_DELAY_SECONDS) + 15);
  expect(readinessProbe.httpGet.path).toBe('/api/ready');
  expect(livenessProbe.httpGet).toBeUndefined();
  expect(securityContext.runAsNonRoot).toBe(true);
  expect(service.spec.ports[0].targetPort).toBe(ports[0].containerPort);
  expect(volumeMounts[0].mountPath).toBe('/data');
});

test('the image is built in two stages, runs without root, and copies no secrets', () => {
  const file = read('Dockerfile');
  expect(file.match(/^FROM /gm)).toHaveLength(2);
  expect(file).toMatch(/^USER node$/m);
  expect(file).toMatch(/^HEALTHCHECK /m);
  expect(file).toContain('/api/ready');
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.data', '.env', '.git', 'node_modules']));
});
