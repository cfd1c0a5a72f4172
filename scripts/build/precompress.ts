import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

// Fonts and bitmaps are compressed formats already; a program in WebAssembly is not.
const PACKABLE_FILES = new Set([
  '.js',
  '.css',
  '.html',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.wasm',
]);

/** Writes `<file>.br` and `<file>.gz` beside every file under `folder`, where that is smaller. */
export async function precompressFolder(folder: string): Promise<string[]> {
  const written: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !PACKABLE_FILES.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = await readFile(path);
    const [br, gz] = await Promise.all([
      brotliAsync(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      }),
      gzipAsync(plain, { level: 9 }),
    ]);
    for (const [suffix, packed] of [
      ['.br', br],
      ['.gz', gz],
    ] as const) {
      if (packed.length >= plain.length) continue;
      await writeFile(path + suffix, packed);
      written.push(path + suffix);
    }
  }
  return written;
}

/** Vite plugin: compresses a finished client build once, so that the server never does it per request. */
export function precompress(): Plugin {
  let folder: string | undefined;
  return {
    name: 'roetix:precompress',
    // A lab is a few steps away from its server; a host of files packs the demo itself.
    apply: (config, { command, mode }) =>
      command === 'build' && mode !== 'qa' && mode !== 'demo' && !config.build?.ssr,
    // Only set when files were really written: closeBundle runs after a failed build too.
    writeBundle(options) {
      folder = options.dir;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (folder !== undefined) await precompressFolder(folder);
      },
    },
  };
}
