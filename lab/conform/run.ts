import { parseArgs } from 'node:util';
import { apiRoot, realtimePath } from '../../contract/limits.ts';
import { StartError } from '../../server/start-error.ts';
import { laboratory, Misunderstood } from '../shared/laboratory.ts';
import { tableOf } from './findings.ts';
import { conform } from './play.ts';
import { toolsAt } from './tools.ts';

const usage = `npm run conform -- URL [options]

Plays the back end at URL, the API root, through every call and topic of the contract. Without a path ${apiRoot} is added.

  --account EMAIL:PASSWORD  twice: two accounts with a proven address; the second has never bought
  --event SLUG              an event that is on sale
  --buy                     also joins the queue, holds two seats and begins a payment with the first account
  --broker URL              also listens to the broker at this ws or wss address
  --prefix WORD             first part of its topics (roetix)
  --limits                  also gives wrong passwords until they are limited

A server in development mode needs no accounts: its tools give the codes of new ones.`;

await laboratory(usage, async (args) => {
  let given: ReturnType<typeof read>;
  try {
    given = read(args);
  } catch (error) {
    throw new Misunderstood(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = given;
  const [address = ''] = positionals;
  if (positionals.length !== 1 || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new Misunderstood('Name one URL that begins with http:// or https://.');
  const accounts = (values.account ?? []).map((text) => {
    const [, email = '', password = ''] = /^([^:]+):(.+)$/.exec(text) ?? [];
    if (email === '') throw new Misunderstood('--account takes EMAIL:PASSWORD.');
    return { email, password };
  });
  if (accounts.length === 1 || accounts.length > 2)
    throw new Misunderstood('Give --account twice: the second shows what belongs to the first.');
  const { origin, pathname } = new URL(address);
  const root = `${origin}${pathname === '/' ? apiRoot : pathname.replace(/\/$/, '')}`;
  await fetch(root).catch(() => {
    throw new StartError(`Nothing responds at ${root}.`);
  });
  const tools = await toolsAt(origin);
  const own = tools.codeTo === undefined ? null : origin.replace('http', 'ws') + realtimePath;
  const url = values.broker ?? own;
  const findings = await conform({
    root,
    fetch,
    accounts,
    slug: values.event ?? null,
    buys: values.buy,
    provokesLimits: values.limits,
    broker: url === null ? null : { url, prefix: values.prefix, origin },
    tools,
  });
  console.log(tableOf(findings));
  return !findings.some(({ verdict }) => verdict === 'breaks');
});

function read(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      account: { type: 'string', multiple: true },
      event: { type: 'string' },
      buy: { type: 'boolean', default: false },
      broker: { type: 'string' },
      prefix: { type: 'string', default: 'roetix' },
      limits: { type: 'boolean', default: false },
    },
  });
}
