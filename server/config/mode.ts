import { isLoopbackHost } from './loopback.ts';
import { productionProblems } from './production.ts';

/** What an installation is for (ruling R15): a developer's machine, a public trial with simulated money, or real sales. */
export const modes = ['development', 'demo', 'production'] as const;
/** What an installation is for. */
export type Mode = (typeof modes)[number];

/** The mode as the environment says it. */
export interface ModeReading {
  /** The strictest one where the environment is not clear. */
  readonly mode: Mode;
  readonly isClear: boolean;
  /** What decided, in words that end 'while …'. */
  readonly because: string;
  readonly problems: readonly string[];
}

const productionWords = ['production', 'prod', 'live'];
const openWords = ['development', 'dev', 'test', 'testing', 'local'];

/**
 * Reads ROETIX_MODE and NODE_ENV: production where NODE_ENV says so in any spelling, development where neither says anything. An
 * unknown word of NODE_ENV opens nothing. Total: what is wrong stands in `problems`, one line each.
 */
export function readMode(env: Readonly<Record<string, string | undefined>>): ModeReading {
  const word = env.ROETIX_MODE?.trim().toLowerCase() ?? '';
  const nodeEnv = env.NODE_ENV?.trim() ?? '';
  const isProduction = productionWords.includes(nodeEnv.toLowerCase());
  const because = isProduction ? `NODE_ENV is ${nodeEnv}` : `ROETIX_MODE is ${word}`;
  const unclear = (problems: readonly string[]) =>
    ({ mode: 'production', isClear: false, because, problems }) as const;
  if (word !== '') {
    const named = modes.find((mode) => mode === word);
    // The table of variables has the line for a word that is no mode.
    if (named === undefined) return unclear([]);
    if (isProduction && named !== 'production') {
      return unclear([
        `ROETIX_MODE is ${named} while NODE_ENV is ${nodeEnv}. Unset NODE_ENV to run this mode, or unset ROETIX_MODE to sell.`,
      ]);
    }
    return { mode: named, isClear: true, because, problems: [] };
  }
  if (isProduction) return { mode: 'production', isClear: true, because, problems: [] };
  if (nodeEnv !== '' && !openWords.includes(nodeEnv.toLowerCase())) {
    return unclear([
      `NODE_ENV is "${nodeEnv.slice(0, 80)}", which names no mode. Set ROETIX_MODE to one of ${modes.join(', ')}, or NODE_ENV to production or development.`,
    ]);
  }
  return { mode: 'development', isClear: true, because: 'the mode is development', problems: [] };
}

/** The settings that a mode judges. */
export interface JudgedSettings {
  readonly mode: Mode;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustProxy: readonly string[];
  readonly devTools: boolean;
  readonly devVite: boolean;
  readonly qaBuild: boolean;
  readonly demoFallback: boolean;
  readonly databaseUrl: string | null;
  readonly mailFrom: string;
}

/** What the settings lack, or hold too much, for their mode: one line each. `given` are the names of the variables that were set. */
export function modeProblems(
  settings: JudgedSettings,
  given: ReadonlySet<string>,
  because: string,
): string[] {
  if (settings.mode === 'development') return developmentProblems(settings);
  return [
    ...publicProblems(settings, because),
    ...(settings.mode === 'production' ? productionProblems(settings, given, because) : []),
  ];
}

const elsewhere =
  'set ROETIX_MODE=production to sell, or ROETIX_MODE=demo to let others try it with simulated money';

/** The tools of development read everybody's mail: nobody but this machine may reach them. */
function developmentProblems({ host, publicUrl, trustProxy }: JudgedSettings): string[] {
  const problems: string[] = [];
  const why = 'in development mode, which answers this machine alone';
  if (!isLoopbackHost(host)) {
    problems.push(`HOST is ${host} ${why}. Unset HOST, or ${elsewhere}.`);
  }
  if (publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname)) {
    problems.push(`PUBLIC_URL is ${publicUrl} ${why}. Unset PUBLIC_URL, or ${elsewhere}.`);
  }
  if (trustProxy.length > 0) {
    problems.push(`TRUST_PROXY is set ${why}. Unset TRUST_PROXY, or ${elsewhere}.`);
  }
  return problems;
}

/** What the public must never meet. */
function publicProblems({ devTools, devVite, qaBuild }: JudgedSettings, because: string): string[] {
  const problems: string[] = [];
  if (devTools) {
    problems.push(
      `DEV_TOOLS is on while ${because}: the development tools read everybody's mail and move the clock. Unset DEV_TOOLS, or run development mode on a machine of your own.`,
    );
  }
  if (devVite) {
    problems.push(
      `DEV_VITE is on while ${because}: hot reload serves the source files. Use npm start, or run development mode on a machine of your own.`,
    );
  }
  if (qaBuild) {
    problems.push(
      `QA_BUILD is on while ${because}: its inspector steers the app of everybody who opens it. Unset QA_BUILD, or run development mode on a machine of your own.`,
    );
  }
  return problems;
}
