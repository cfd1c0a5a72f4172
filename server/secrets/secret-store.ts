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

/** Name of the file in the data folder; a copy of the database alone does not contain the keys of tickets and codes. */
export const secretsFile = 'secrets.json';

const secret = z.optional(z.string().check(z.minLength(32)));
const secretsSchema = z.object({
  otp: secret,
  webhook: secret,
  device: secret,
  staff: secret,
  ticket: z.optional(z.string().check(z.refine(isPrivateTicketKey))),
});
/** The secrets that an installation generates. */
export type Secrets = z.infer<typeof secretsSchema>;

/** Stores generated secrets outside of the database that they protect. */
export interface SecretStore {
  /** False if the secrets are lost with the process. */
  readonly isLasting: boolean;
  /** Reads the stored secrets. Throws StartError if other users can read the file, or its content is invalid. */
  read(): Secrets;
  /**
   * Adds secrets and returns all stored ones. Secrets that another process added first win, so that both use the same. Throws StartError.
   */
  add(missing: Secrets): Secrets;
  /** Replaces the key that signs tickets. Throws StartError. */
  replaceTicket(ticket: string): void;
}

/** Creates a store in memory, for an in-memory database. */
export function memorySecrets(): SecretStore {
  let stored: Secrets = {};
  return {
    isLasting: false,
    read: () => stored,
    add: (missing) => {
      stored = { ...missing, ...stored };
      return stored;
    },
    replaceTicket: (ticket) => {
      stored = { ...stored, ticket };
    },
  };
}

/** Opens the store of a data folder: a file readable by its owner only, created with the first secret; 'memory' stores nothing. */
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
      // Windows has no permission bits.
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

/** Creates the file atomically; if another process was first, its file is used. */
function create(dataDir: string, path: string, secrets: Secrets): Secrets {
  return withStartError(path, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const written = writeTemporary(path, secrets);
    try {
      linkSync(written, path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(written, { force: true });
    }
    syncFolder(dataDir);
    const stored = readSecrets(path);
    // The other process may run a version with fewer secrets.
    const isComplete = Object.keys(secrets).every((name) => name in stored);
    return isComplete ? stored : write(path, { ...secrets, ...stored });
  });
}

function write(path: string, secrets: Secrets): Secrets {
  return withStartError(path, () => {
    renameSync(writeTemporary(path, secrets), path);
    syncFolder(join(path, '..'));
    return secrets;
  });
}

function writeTemporary(path: string, secrets: Secrets): string {
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(temporaryPath, 'wx', 0o600);
  try {
    writeSync(file, `${JSON.stringify(secrets, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporaryPath;
}

/** Flushes the directory entry: a power cut could otherwise lose the key file. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function withStartError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${path} cannot be written (${codeOf(error)}). Give this user write access to its folder, or set OTP_KEY, WEBHOOK_KEY, DEVICE_KEY, STAFF_KEY and TICKET_PRIVATE_KEY.`,
    );
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? 'unknown error');
}
