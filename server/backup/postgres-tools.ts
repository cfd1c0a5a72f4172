import { spawn } from 'node:child_process';
import { StartError } from '../start-error.ts';

const longestWords = 4_000;

/**
 * Runs `pg_dump` or `pg_restore` against a DATABASE_URL; the password is passed in the environment, because the process list shows
 * arguments. Throws StartError with the last output of the tool.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  args: readonly string[],
): Promise<void> {
  const { url, env } = withoutPassword(databaseUrl);
  const child = spawn(tool, [...args, `--dbname=${url}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    words = (words + piece).slice(-longestWords);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ENOENT'
          ? new StartError(
              `${tool} is not installed here. Install the client tools of PostgreSQL, of the server's version or later (Debian: apt-get install postgresql-client).`,
            )
          : error,
      );
    });
    child.once('close', resolve);
  });
  if (code === 0) return;
  const last = words.trim().split('\n').slice(-3).join(' ');
  throw new StartError(`${tool} failed: ${last === '' ? `it left with ${code}` : last}`);
}

/** Returns a connection URL without its password, and the environment that carries it. */
export function withoutPassword(databaseUrl: string): {
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password || (url.searchParams.get('password') ?? ''));
  url.password = '';
  url.searchParams.delete('password');
  return { url: url.href, env: password === '' ? {} : { PGPASSWORD: password } };
}
