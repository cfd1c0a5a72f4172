import { isLoopbackHost } from './loopback.ts';
import { productionProblems } from './production.ts';

/** Purposes of an installation (§16.1): a developer's machine, a public trial with simulated money, or real sales. */
export const modes = ['development', 'demo', 'production'] as const;
/** The purpose of an installation. */
export type Mode = (typeof modes)[number];

/** The mode according to the environment. */
export interface ModeReading {
  /** The strictest one if the environment is unclear. */
  readonly mode: Mode;
  readonly isClear: boolean;
  /** The deciding setting, in words that complete 'while …'. */
  readonly because: string;
  readonly problems: readonly string[];
}

const productionWords = ['production', 'prod', 'live'];
const openWords = ['development', 'dev', 'test', 'testing', 'local'];

/**
 * Reads ROETIX_MODE and NODE_ENV: production if NODE_ENV says so in any spelling, development if neither is set. An unknown value of NODE_ENV
 * counts as production. Never throws: `problems` lists the mistakes, one line each.
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
    // The table of variables reports an invalid mode.
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

/** The settings that depend on the mode. */
export interface JudgedSettings {
  readonly mode: Mode;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustProxy: readonly string[];
  readonly devTools: boolean;
  readonly devVite: boolean;
  readonly qaBuild: boolean;
  readonly demoFallback: boolean;
  readonly mailFrom: string;
}

/** Missing and forbidden settings for a mode, one line each. `given` contains the names of the set variables. */
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

/** The development tools show all e-mails, so only this machine may reach them. */
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

/** Settings that must not be public. */
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
