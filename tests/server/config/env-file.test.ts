import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnvFile } from '../../../server/config/env-file.ts';
import { type Config, readSettings } from '../../../server/config.ts';
import { isPrivateTicketKey } from '../../../server/secrets/ticket-key.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const settings = read('tests/server/config/carried.env');
const template = read('docs/guide/deploy/production.env');
const pairsOf = (text: string) =>
  [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );

/** A value as `EnvironmentFile` of systemd reads it (load_env_file of its sources). */
function bySystemd(value: string): string {
  let read = '';
  let state: 'before' | 'plain' | "'" | '"' = 'before';
  for (let at = 0; at < value.length; at += 1) {
    const c = value[at] ?? '';
    if (c === state) state = 'before';
    else if (state === 'before' && (c === "'" || c === '"')) state = c;
    else if (c === '\\' && state !== "'") {
      at += 1;
      const next = value[at] ?? '';
      read += state === '"' && !'"\\`$'.includes(next) ? c + next : next;
    } else if (state !== 'before' || c !== ' ') {
      if (state === 'before') state = 'plain';
      read += c;
    }
  }
  return read;
}
/** Values as a program finds them that a shell started with the file. */
const byShell = (text: string) =>
  JSON.parse(
    execFileSync(
      'sh',
      ['-c', `set -a\n${text}\nexec "$0" -p 'JSON.stringify(process.env)'`, process.execPath],
      {
        encoding: 'utf8',
      },
    ),
  ) as Record<string, string>;
/** What the settings are for, of the names in them. */
const meantBy = (env: Readonly<Record<string, string>>) => {
  const { productName, mailFrom, smtpUrl, keys, supportEmail }: Config = readSettings(env).config;
  return { productName, mailFrom, smtpUrl, key: keys.ticketPrivate, supportEmail };
};

const [, keyPem = ''] = /^TICKET_PRIVATE_KEY=(.*)$/m.exec(settings) ?? [];
const [body = ''] = /MC4C[^\\]+/.exec(keyPem) ?? [];

test.each([
  ['as it is', settings],
  [
    'with the quotes of the template',
    template.replace("TICKET_PRIVATE_KEY=''", `TICKET_PRIVATE_KEY='${body}'`),
  ],
])('settings %s mean the same after systemd, docker --env-file and --env', (_, text) => {
  const own = meantBy(readEnvFile(text));
  expect(isPrivateTicketKey(own.key ?? '')).toBe(true);
  expect(own.mailFrom).toMatch(/^(?:Kami Kawan|Tiket Kami) <tiket@(?:kami|tiket)\.example>$/);
  const pairs = pairsOf(text);
  expect(meantBy(Object.fromEntries(pairs))).toEqual(own);
  expect(
    meantBy(Object.fromEntries(pairs.map(([name, value]) => [name, bySystemd(value)]))),
  ).toEqual(own);
  if (text !== settings) expect(meantBy(byShell(text))).toEqual(own);
});

test.each([
  ['its base64', body],
  ['line breaks', keyPem.replaceAll('\\n', '\n')],
  ['n without backslashes', keyPem.replaceAll('\\n', 'n')],
  ['two backslashes', keyPem.replaceAll('\\n', '\\\\n')],
  ['spaces', keyPem.replaceAll('\\n', ' ')],
  ['nothing between its lines', keyPem.replaceAll('\\n', '')],
  ['quotes around it', `"${keyPem}"`],
])('a ticket key with %s is read', (_, TICKET_PRIVATE_KEY) => {
  const { config, problems } = readSettings({ TICKET_PRIVATE_KEY });
  expect(problems).toEqual([]);
  expect(isPrivateTicketKey(config.keys.ticketPrivate ?? '')).toBe(true);
});

test.each([
  ['DATABASE_URL', 'postgres://roetix:p/a#s?s@database/roetix'],
  ['DATABASE_URL', 'postgres://roetix:12/3@database/roetix'],
  ['SMTP_URL', 'smtp://kami:p/a@smtp.example:587'],
])('%s=%s says which characters to write otherwise', (name, value) => {
  const { problems } = readSettings({ [name]: value });
  expect(problems).toEqual([expect.stringMatching(/^\w+ cannot be read: write \/ as %2F/)]);
  expect(problems[0]).not.toContain('p/a');
});

test('a line that is no setting is named', () => {
  expect(() => readEnvFile('A=1\n\n# x\nPORT 3000\n')).toThrow('line 4');
});
