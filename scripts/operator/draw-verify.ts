import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkDraw } from '../../contract/draw/check.ts';
import { readDraw } from '../../contract/draw/record.ts';
import { drawTools } from '../../server/domain/draw/draw-tools.ts';

const usage = `npm run draw:verify -- <file or URL> [--commitment <hex>] [--root <hex>] [--round <number>]

Checks a published draw: secret, beacon, list and order. --commitment and --round are what you noted when the waiting room opened, --root what you
noted when its list was closed. Exits with 0 if the draw is as it was promised, 1 if a part is wrong, 2 if it could not be checked.`;

const timeoutMs = 60_000;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  const options = understood(args);
  if (options === null) {
    console.error(usage);
    return 2;
  }
  let text: string;
  try {
    text = await load(options.source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`${options.source} cannot be read: ${reason}`);
    return 2;
  }
  const draw = readDraw(text);
  if (typeof draw === 'string') {
    console.error(`${options.source} is not the file of a draw. ${draw}`);
    return 2;
  }
  const { event, commitment, root, entrants, beacon } = draw.facts;
  console.log(`event       ${event}\nentrants    ${entrants}`);
  console.log(`commitment  ${commitment}\nlist        ${root}`);
  console.log(`beacon      ${beacon === null ? 'none' : `drand quicknet, round ${beacon.round}`}`);
  const faults = checkDraw(drawTools, draw, options.noted);
  for (const fault of faults) console.error(`WRONG ${fault.part}: ${fault.text}`);
  if (faults.length > 0) return 1;
  console.log('Secret, beacon, list and order agree.');
  if (options.noted.commitment === undefined || options.noted.root === undefined) {
    console.log('Compare commitment and list with what was published before the draw.');
  }
  return 0;
}

function understood(args: string[]) {
  const option = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { commitment: option, root: option, round: option },
    });
    const [source] = positionals;
    const { round, ...hashes } = values;
    const isRound = round === undefined || /^[1-9]\d{0,14}$/.test(round);
    if (source === undefined || positionals.length > 1 || !isRound) return null;
    const noted = round === undefined ? hashes : { ...hashes, round: Number(round) };
    return { source, noted };
  } catch {
    return null;
  }
}

async function load(source: string): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readFile(source, 'utf8');
  const response = await fetch(source, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}
