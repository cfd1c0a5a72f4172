import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { type Hold, type HoldEnd, holdEndSchema, holdForBackup } from '../backup/hold.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { StartError } from '../start-error.ts';
import { type OperatorTask, runTask, taskSchema } from './tasks.ts';

const socketName = 'operator.sock';
/** Systems truncate longer paths, some silently. */
const longestPath = 103;
const longestLine = 500_000;
/** A response may contain all data about a person. */
const longestAnswer = 64_000_000;
/** Signing a hundred thousand tickets again takes about a minute and a half. */
const answerWithinMs = 300_000;

/** Requests that the server holds the files of the database for a backup, until the socket closes. */
const holdWord = '"hold"';
const heldWord = '"held"';
const endWord = '"end"';

const answerSchema = z.union([
  z.object({ lines: z.array(z.string()) }),
  z.object({ refusal: z.string() }),
  z.object({ progress: z.string() }),
]);
type Answer = z.infer<typeof answerSchema>;

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * The socket on which the server of an embedded database receives tasks; null if no command needs it, or the system has no such sockets. The
 * shorter spelling of the path, because its length is limited.
 */
export function operatorSocket({ databaseUrl, dataDir }: Place): string | null {
  if (databaseUrl !== null || dataDir === 'memory' || process.platform === 'win32') return null;
  const path = join(dataDir, socketName);
  const fromHere = relative(process.cwd(), path);
  return fromHere.length < path.length ? fromHere : path;
}

/**
 * Receives operators' tasks while the server runs: only one process may open the embedded database, so commands go through it. The socket is
 * in the data folder, and only the user of the server may open it. Never throws: the server also works without it.
 */
export async function takeTasks(
  services: Services,
  port: number,
): Promise<{ close(): Promise<void> }> {
  const { config, log } = services;
  const path = operatorSocket(config);
  const nothing = { close: async () => {} };
  if (path === null) return nothing;
  if (Buffer.byteLength(path) > longestPath) {
    log.warn('the data folder has too long a path for a socket; commands need the server stopped');
    return nothing;
  }
  const origin = originOf(config, port);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.setTimeout(answerWithinMs, () => socket.destroy());
    void readLine(socket)
      .then(async (line) => {
        if (line === holdWord) return serveHold(services, socket);
        const onProgress = (progress: string) => {
          socket.write(`${JSON.stringify({ progress } satisfies Answer)}\n`);
        };
        const answer = await answerTo(services, origin, line, onProgress);
        return socket.end(`${JSON.stringify(answer)}\n`);
      })
      .catch(() => socket.destroy());
  });
  try {
    // This process holds the lock of the folder: an existing socket was left by a killed server.
    rmSync(path, { force: true });
    await listenForOwner(server, path);
  } catch (error) {
    log.warn({ err: error }, 'no tasks of operators are taken; commands need the server stopped');
    return nothing;
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Sends a task to the server that has this folder open; null if none runs. Throws Refusal, and StartError if it does not respond. */
export async function askServer(
  place: Place,
  task: OperatorTask,
  onProgress: (line: string) => void = () => {},
): Promise<readonly string[] | null> {
  const path = operatorSocket(place);
  const socket = path === null ? null : await connectTo(path);
  if (socket === null) return null;
  socket.setTimeout(answerWithinMs, () => socket.destroy());
  socket.write(`${JSON.stringify(task)}\n`);
  try {
    for await (const line of linesOf(socket, longestAnswer)) {
      const answer = parse(answerSchema, line);
      if (answer === null) break;
      if ('refusal' in answer) throw new Refusal(409, answer.refusal);
      if ('lines' in answer) return answer.lines;
      onProgress(answer.progress);
    }
  } finally {
    socket.destroy();
  }
  throw new StartError('The running server did not respond. Its log says why.');
}

/**
 * Makes the running server hold its database for a backup; null if none runs. If this process ends, the server releases it by itself. Throws
 * Refusal, and StartError if it does not respond.
 */
export async function askForHold(place: Place): Promise<Hold | null> {
  const path = operatorSocket(place);
  const socket = path === null ? null : await connectTo(path);
  if (socket === null) return null;
  const ask = async (word: string) => {
    socket.write(`${word}\n`);
    const line = await readLine(socket).catch(() => '');
    const refused = parse(answerSchema, line);
    if (line !== '' && (refused === null || !('refusal' in refused))) return line;
    socket.destroy();
    if (refused !== null && 'refusal' in refused) throw new Refusal(409, refused.refusal);
    throw new StartError('The running server did not respond. Its log says why.');
  };
  if ((await ask(holdWord)) !== heldWord) {
    socket.destroy();
    throw new StartError('The running server is of another version. Restart it.');
  }
  return {
    end: async () => {
      const told = parse(holdEndSchema, await ask(endWord));
      if (told === null) throw new StartError('The running server is of another version.');
      return told;
    },
    release: async () => {
      socket.destroy();
    },
  };
}

async function serveHold({ db, log }: Services, socket: Socket): Promise<void> {
  const send = (value: string | HoldEnd | Answer) => socket.write(`${JSON.stringify(value)}\n`);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  // Copying a large database sends nothing for minutes.
  socket.setTimeout(0);
  let hold: Hold;
  try {
    hold = await holdForBackup(db);
  } catch (error) {
    log.error({ err: error }, 'the database could not be held for a backup');
    const refusal = 'The running server could not do it: another backup may be under way.';
    socket.end(`${JSON.stringify({ refusal })}\n`);
    return;
  }
  try {
    send('held');
    await readLine(socket);
    send(await hold.end());
    await closed;
  } finally {
    await hold.release();
  }
}

/** The public address, without a trailing slash. */
export function originOf({ publicUrl }: Pick<Config, 'publicUrl'>, port: number): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** From its creation on, only the owner can open the socket. */
async function listenForOwner(server: ReturnType<typeof createServer>, path: string) {
  const listening = new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await listening;
}

async function answerTo(
  services: Services,
  origin: string,
  line: string,
  onProgress: (line: string) => void,
): Promise<Answer> {
  const task = parse(taskSchema, line);
  if (task === null) return { refusal: 'The running server is of another version. Restart it.' };
  try {
    const parts = {
      ...services,
      origin,
      keys: async () => services.keys,
      live: services,
      onProgress,
    };
    return { lines: [...(await runTask(parts, task))] };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    services.log.error({ err: error }, 'a task of an operator failed');
    return { refusal: 'The running server could not do it. Its log says why.' };
  }
}

async function connectTo(path: string): Promise<Socket | null> {
  const socket = connect(path);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return socket;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES') {
      throw new StartError(
        'The server runs as another user. Give the command as the user that runs it.',
      );
    }
    return null;
  }
}

/** The first received line; rejects if the other end closes before it is complete, or sends too much. */
async function readLine(socket: Socket, longest = longestLine): Promise<string> {
  for await (const line of linesOf(socket, longest)) return line;
  throw new Error('No whole line came.');
}

/** The received lines, until the other end closes or sends too long a one. */
async function* linesOf(socket: Socket, longest: number): AsyncGenerator<string> {
  let text = '';
  for await (const piece of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += piece;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
    }
    if (text.length > longest) return;
  }
}

function parse<T>(schema: z.ZodMiniType<T>, line: string): T | null {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
