import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';
import { isPrivateTicketKey } from './ticket-key.ts';

/** Name of the file in the data folder; a copy of the database does not hold what proves its tickets and codes. */
export const secretsFile = 'secrets.json';

const secret = z.optional(z.string().check(z.minLength(32)));
const secretsSchema = z.object({
  otp: secret,
  webhook: secret,
  device: secret,
  ticket: z.optional(z.string().check(z.refine(isPrivateTicketKey))),
});
/** The secrets that an installation made for itself. */
export type Secrets = z.infer<typeof secretsSchema>;

/** Where an installation keeps the secrets it made, apart from the database that they protect. */
export interface SecretStore {
  /** False where they go with the process. */
  readonly isLasting: boolean;
  /** What stands there now. Throws StartError for a file that others may read, or that is none of ours. */
  read(): Secrets;
  /**
   * Adds secrets and answers all that stand there. What another process added meanwhile wins, so that both end up with the same.
   * Throws StartError.
   */
  add(missing: Secrets): Secrets;
  /** Puts another key in the place of the one that signs tickets. Throws StartError. */
  replaceTicket(ticket: string): void;
}

/** Secrets that nobody keeps: for data that is in memory as well. */
export function memorySecrets(): SecretStore {
  let kept: Secrets = {};
  return {
    isLasting: false,
    read: () => kept,
    add: (missing) => {
      kept = { ...missing, ...kept };
      return kept;
    },
    replaceTicket: (ticket) => {
      kept = { ...kept, ticket };
    },
  };
}

/** The store of a data folder: a file that its owner alone may read, made when there is something to keep; 'memory' keeps nothing. */
export function openSecrets(dataDir: string): SecretStore {
  if (dataDir === 'memory') return memorySecrets();
  const path = join(dataDir, secretsFile);
  const read = () => readSecrets(path);
  return {
    isLasting: true,
    read,
    add: (missing) => {
      const before = read();
      const all = { ...missing, ...before };
      return Object.keys(before).length === 0 ? create(dataDir, path, all) : write(path, all);
    },
    replaceTicket: (ticket) => {
      write(path, { ...read(), ticket });
    },
  };
}

function readSecrets(path: string): Secrets {
  let text: string;
  try {
    const file = openSync(path, 'r');
    try {
      const { mode } = fstatSync(file);
      // Windows has no such bits.
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
        throw new StartError(
          `${path} can be read by other users (mode ${(mode & 0o777).toString(8)}), and holds the keys of codes and tickets. Run: chmod 600 ${path}`,
        );
      }
      text = readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${path} cannot be read (${codeOf(error)}). Start the server as the user that owns it.`,
    );
  }
  const parsed = parse(text);
  if (parsed === null) {
    throw new StartError(
      `${path} does not hold the secrets of this installation. Put it back from a copy; without one, move it away: new keys are made, and codes of tickets sold before prove by their listed public key alone.`,
    );
  }
  return parsed;
}

function parse(text: string): Secrets | null {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Makes the file at once and whole; where another process was first, its file is the one. */
function create(dataDir: string, path: string, secrets: Secrets): Secrets {
  return guarded(path, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const written = writeAside(path, secrets);
    try {
      linkSync(written, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(written, { force: true });
    }
    syncFolder(dataDir);
    const kept = readSecrets(path);
    // The other process may be of a version that knows fewer.
    const isWhole = Object.keys(secrets).every((name) => name in kept);
    return isWhole ? kept : write(path, { ...secrets, ...kept });
  });
}

function write(path: string, secrets: Secrets): Secrets {
  return guarded(path, () => {
    renameSync(writeAside(path, secrets), path);
    syncFolder(join(path, '..'));
    return secrets;
  });
}

function writeAside(path: string, secrets: Secrets): string {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(aside, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return aside;
}

/** A name that stands in no folder after a power cut would be a lost key. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${path} cannot be written (${codeOf(error)}). Give this user write access to its folder, or set OTP_KEY, WEBHOOK_KEY, DEVICE_KEY and TICKET_PRIVATE_KEY.`,
    );
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? 'unknown error');
}
