import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { startCluster } from '../../scripts/postgres/cluster.ts';
import { readEnvFile } from '../../server/config/env-file.ts';
import { startMosquitto } from '../shared/mosquitto.ts';
import { type Block, blocksOf } from './blocks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'roetix-guides-'));
const withinMs = 900_000;
const guides = [
  'README.md',
  'docs/guide/your-event.md',
  'docs/guide/gate.md',
  'docs/guide/qa.md',
  'docs/guide/go-live.md',
  'docs/guide/operate/backup.md',
  'docs/guide/operate/verify.md',
  'docs/guide/operate/money.md',
  'docs/guide/operate/people.md',
];
/** Those whose server is the development server of the README. */
const first = join(work, 'roetix');
const shop = join(work, 'srv/roetix');

const closers: (() => unknown)[] = [];
async function close(): Promise<void> {
  for (const one of closers.reverse()) await one();
  rmSync(work, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void close().finally(() => process.exit(2)));
}

const cluster = await startCluster({ durable: false });
closers.push(() => cluster.drop());
const broker = await startMosquitto();
if (broker === null) throw new Error('Install Mosquitto: apt-get install mosquitto.');
closers.push(() => broker.kill());
const mailPort = await freePort();
const mail = createServer((socket) => {
  socket.write('220 mail\r\n');
  socket.on('data', (text) =>
    socket.write(/^(EHLO|HELO)/.test(String(text)) ? '250 mail\r\n' : '250 OK\r\n'),
  );
  socket.on('error', () => {});
}).listen(mailPort, '127.0.0.1');
closers.push(() => mail.close());

/** Ports of the guides, and those that are free here. */
const ports: Readonly<Record<string, string>> = {
  3000: String(await freePort()),
  3001: String(await freePort()),
  5432: new URL(cluster.url).port,
  1883: new URL(broker.url).port,
};
/** Commands in this folder instead of the machine's, as the user who runs this script. */
function here(commands: string): string {
  return commands
    .replace(/sudo -u \w+ /g, '')
    .replace(/ -g roetix\b/g, '')
    .replace(/(?<![\w.:/-])\/(srv|etc|var|backups)(?=[/\s]|$)/gm, `${work}/$1`)
    .replace(/(?<!one:|two:)\b(?:3000|3001|5432|1883)\b/g, (port) => ports[port] ?? port);
}

const env = {
  ...process.env,
  PORT: ports[3000],
  PGHOST: '127.0.0.1',
  PGPORT: ports[5432],
  PGUSER: 'roetix',
  PGDATABASE: 'postgres',
  NODE_ENV: '',
};
const started: ChildProcess[] = [];
let servers: ChildProcess[] = [];
let outputs = 0;

function start(program: string, args: readonly string[], cwd: string, own: NodeJS.ProcessEnv) {
  outputs += 1;
  const path = join(work, `output-${outputs}`);
  const file = openSync(path, 'w');
  const child = spawn(program, args, {
    cwd,
    env: own,
    detached: true,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  started.push(child);
  return { child, output: () => readFileSync(path, 'utf8') };
}

/** Waits until a process has said this, or has ended. */
async function until(
  said: readonly string[],
  { child, output }: ReturnType<typeof start>,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (child.exitCode === null && performance.now() < end) {
    if (said.length > 0 && said.every((words) => output().includes(words))) return;
    await sleep(200);
  }
}

function end(children: readonly ChildProcess[]): void {
  for (const { pid } of children) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    } catch {
      // It has ended with all that it started.
    }
  }
}

function endServers(): void {
  end(servers);
  servers = [];
}
closers.push(() => end(started));

/** What the unit of systemd starts, with its settings: the machine of this script need not have systemd. */
async function startUnit(instance: string): Promise<void> {
  const unit = readFileSync(join(shop, 'docs/guide/deploy/roetix.service'), 'utf8');
  const [, command = ''] = /^ExecStart=\S+ (.*)$/m.exec(unit) ?? [];
  const [, pairs = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const given = Object.fromEntries(pairs.split(' ').map((pair) => here(pair).split('=')));
  const file = readEnvFile(readFileSync(here('/etc/roetix.env'), 'utf8'));
  const own = { ...process.env, ...given, ...file, PORT: ports[instance] ?? ports[3000] };
  // Node 20 strips no types by itself.
  const loader = 'typescript' in process.features ? [] : ['--import', 'tsx'];
  const server = start(process.execPath, [...loader, ...command.split(' ')], shop, own);
  servers.push(server.child);
  await until(['is ready'], server);
  if (!server.output().includes('is ready')) throw new Error(server.output().slice(-2_000));
}

/** What somebody does by hand at a block, or in place of one that no script runs. */
const hands: readonly (readonly [RegExp, () => unknown])[] = [
  [
    /install -m 640/,
    () =>
      appendFileSync(
        here('/etc/roetix.env'),
        `MIDTRANS_SERVER_KEY=Mid-server-x\nSMTP_URL=smtp://127.0.0.1:${mailPort}\n`,
      ),
  ],
  [/enable --now roetix$/m, () => startUnit('3000')],
  [
    /roetix@3000/,
    async () => {
      endServers();
      await sleep(3_000);
      await startUnit('3000');
      await startUnit('3001');
    },
  ],
  [/^sed 's\/one/m, passThroughCaddy],
];

/** The shop is reached through Debian's Caddy, by its file with an address that needs no certificate. */
async function passThroughCaddy(): Promise<void> {
  const port = await freePort();
  const path = join(work, 'Caddyfile');
  const text = readFileSync(here('/etc/caddy/Caddyfile'), 'utf8');
  appendFileSync(
    path,
    `{\n\tadmin off\n}\n${text.replace('tiket.example', `http://127.0.0.1:${port}`)}`,
  );
  const { child } = start('caddy', ['run', '--adapter', 'caddyfile', '--config', path], work, env);
  try {
    for (let tries = 0; tries < 50; tries += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (answer?.status === 200) return;
      await sleep(200);
    }
    throw new Error('Caddy does not reach the processes.');
  } finally {
    end([child]);
  }
}

async function run(block: Block, cwd: string): Promise<string | null> {
  if (block.notRun === null) {
    const isServer = block.says.some((words) => words.endsWith('is ready'));
    const ran = start('bash', ['-ec', here(block.commands)], cwd, env);
    await until(isServer ? block.says : [], ran);
    if (isServer) servers.push(ran.child);
    const missing = block.says.map(here).find((words) => !ran.output().includes(words));
    const { exitCode } = ran.child;
    if (missing !== undefined) return `does not say "${missing}":\n${ran.output().slice(-3_000)}`;
    if (!isServer && exitCode !== block.ends) {
      return `ends with ${exitCode} in place of ${block.ends}:\n${ran.output().slice(-3_000)}`;
    }
  }
  for (const [pattern, act] of hands) if (pattern.test(block.commands)) await act();
  return null;
}

let failed = 0;
try {
  for (const folder of ['srv', 'etc/caddy', 'var/lib'])
    mkdirSync(join(work, folder), { recursive: true });
  for (const folder of [first, shop]) {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder], { stdio: 'inherit' });
  }
  for (const guide of guides) {
    if (guide.endsWith('go-live.md')) endServers();
    const isShop = /go-live|operate/.test(guide);
    for (const block of blocksOf(readFileSync(join(root, guide), 'utf8'))) {
      const [head] = block.commands.split('\n');
      const problem = await run(block, isShop && existsSync(shop) ? shop : first);
      console.log(
        `${problem === null ? (block.notRun === null ? 'ok     ' : 'not run') : 'FAILED '}  ${guide}:${block.line}  ${head}${block.notRun === null ? '' : `  (${block.notRun})`}`,
      );
      if (problem === null) continue;
      console.error(problem);
      failed = 1;
      throw new Error('The guide is wrong, or the product.');
    }
  }
} catch (error) {
  failed = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await close();
}
process.exit(failed);
