import { parseArgs } from 'node:util';
import type { SaleTask } from '../../server/operator/sale-task.ts';

/** Usage lines of the verbs that steer the sale of an event. */
export const saleUsage = `npm run event -- publish|open|pause|close <slug>
npm run event -- capacity|rate <slug> <number>|none
npm run event -- message <slug> <text>|none
npm run event -- let-in <slug> <number>
npm run event -- remove <slug> <e-mail> [reason]
npm run event -- hold-back|give-out <slug> <seat> [<seat> …]
npm run event -- give <slug> <e-mail> [<seat> …] [--category <name> --count <number>]
npm run event -- postpone <slug> [--to "2027-03-01 19:30"] [--venue <name>] [--refunds|--no-refunds] --yes <slug>
npm run event -- cancel <slug> --yes <slug>
npm run event -- draw-without-beacon <slug> --yes <slug>`;

/** The task of a command line about the sale of an event; null if it is not understood. */
export function saleTaskOf(args: readonly string[]): SaleTask | null {
  const read = readArgs(args);
  if (read === null) return null;
  const { values, positionals } = read;
  const [verb = '', slug = '', ...words] = positionals;
  if (slug === '') return null;
  const { count: given, refunds: offered, 'no-refunds': withheld, ...options } = values;
  if (offered && withheld) return null;
  const refunds = offered || withheld ? offered === true : undefined;
  const task = { task: 'sale', slug, refunds, ...options } as const;
  switch (verb) {
    case 'publish':
    case 'open':
    case 'pause':
    case 'close':
    case 'cancel':
    case 'postpone':
    case 'draw-without-beacon':
      return words.length === 0 ? { ...task, verb } : null;
    case 'capacity':
    case 'rate': {
      const [count = ''] = words;
      if (words.length !== 1 || !/^(none|\d{1,6})$/.test(count)) return null;
      return { ...task, verb, count: count === 'none' ? null : Number(count) };
    }
    case 'let-in': {
      const [count = ''] = words;
      return words.length === 1 && /^\d{1,5}$/.test(count)
        ? { ...task, verb, count: Number(count) }
        : null;
    }
    case 'remove': {
      const [email, ...reason] = words;
      return email === undefined ? null : { ...task, verb, email, message: reason.join(' ') };
    }
    case 'hold-back':
    case 'give-out':
      return words.length === 0 ? null : { ...task, verb, seats: words };
    case 'give': {
      const [email, ...seats] = words;
      if (email === undefined || !/^[1-9]\d?$/.test(given ?? '1')) return null;
      return {
        ...task,
        verb,
        email,
        seats,
        count: given === undefined ? undefined : Number(given),
      };
    }
    case 'message':
      return words.length === 0 ? null : { ...task, verb, message: words.join(' ') };
    default:
      return null;
  }
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        yes: { type: 'string' },
        to: { type: 'string' },
        venue: { type: 'string' },
        refunds: { type: 'boolean' },
        'no-refunds': { type: 'boolean' },
        category: { type: 'string' },
        count: { type: 'string' },
      },
    });
  } catch {
    return null;
  }
}
