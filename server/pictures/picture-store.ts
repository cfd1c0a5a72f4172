import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../config.ts';

/** Keeps encoded pictures by name. It may lose them: they are encoded again from the originals in the database. */
export interface PictureStore {
  get(name: string): Promise<Buffer | null>;
  put(name: string, bytes: Buffer): Promise<void>;
}

/** Milliseconds for a request to the storage. */
const storageWithinMs = 10_000;

/** The store of the settings: an S3-compatible one, else the data folder, else the memory. */
export function openPictureStore(config: Pick<Config, 'storageUrl' | 'dataDir'>): PictureStore {
  if (config.storageUrl !== null) return s3Store(config.storageUrl);
  return config.dataDir === 'memory'
    ? memoryStore()
    : folderStore(join(config.dataDir, 'pictures'));
}

function memoryStore(): PictureStore {
  const kept = new Map<string, Buffer>();
  return {
    get: async (name) => kept.get(name) ?? null,
    put: async (name, bytes) => void kept.set(name, bytes),
  };
}

/** Names consist of small letters, digits, hyphens and one dot: they cannot leave the folder. */
function folderStore(folder: string): PictureStore {
  return {
    get: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      // A reader never meets half a picture.
      const written = join(folder, `${randomUUID()}.part`);
      await writeFile(written, bytes);
      await rename(written, join(folder, name));
    },
  };
}

/** `https://KEY:SECRET@host/bucket?region=…`; path-style addresses, which every S3-compatible store knows. */
function s3Store(url: string): PictureStore {
  const { protocol, host, pathname, username, password, searchParams } = new URL(url);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    service: 's3',
    region: searchParams.get('region') ?? 'us-east-1',
    retries: 2,
  });
  const addressOf = (name: string) => `${protocol}//${host}${pathname.replace(/\/$/, '')}/${name}`;
  const ask = (name: string, init: RequestInit) =>
    client.fetch(addressOf(name), { ...init, signal: AbortSignal.timeout(storageWithinMs) });
  return {
    async get(name) {
      const answer = await ask(name, { method: 'GET' });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`The picture storage refused to read: ${answer.status}.`);
      return Buffer.from(await answer.arrayBuffer());
    },
    async put(name, bytes) {
      const answer = await ask(name, { method: 'PUT', body: new Uint8Array(bytes) });
      if (!answer.ok) throw new Error(`The picture storage refused to write: ${answer.status}.`);
    },
  };
}
