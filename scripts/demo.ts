import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentSecurityPolicy, securityHeaders } from '../server/static/static-policy.ts';
import { buildAll } from './build/build-app.ts';
import { buildFolder, isBuildFresh } from './build/build-stamp.ts';
import { requireRecentNode } from './node-version.ts';

requireRecentNode();

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, buildFolder('demo'));
const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

if (!isBuildFresh(root, 'demo') && !buildAll(['demo'])) {
  console.error('The demo could not be built; the lines above say why.');
  process.exit(1);
}

/** The file for a path; null if there is none or the path leads out of the folder. */
function fileOf(address: string): string | null {
  const path = normalize(join(folder, decodeURIComponent(address)));
  return path.startsWith(folder) && extname(path) !== '' && existsSync(path) ? path : null;
}

async function send(response: ServerResponse, status: number, path: string): Promise<void> {
  const bytes = await readFile(path);
  const isKept = path.startsWith(join(folder, 'assets'));
  response.writeHead(status, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'content-length': bytes.length,
    'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  response.end(bytes);
}

const server = createServer((request, response) => {
  const address = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const policy = { host: request.headers.host ?? '', isHttps: false, devVite: false };
  for (const [name, value] of Object.entries(securityHeaders(false))) {
    response.setHeader(name, value);
  }
  response.setHeader('content-security-policy', contentSecurityPolicy(policy));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isPage = extname(address) === '' && !address.startsWith('/api');
  let path: string | null = null;
  try {
    path = isRead ? (fileOf(address) ?? (isPage ? join(folder, 'index.html') : null)) : null;
  } catch {
    // A malformed URL names no file.
  }
  if (path === null) response.writeHead(404).end();
  else send(response, 200, path).catch(() => response.destroy());
});

server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken. Give another: PORT=3001 npm run demo`
      : `The demo could not start: ${error.message}`,
  );
  process.exit(1);
});
server.listen(port, host, () => {
  console.log(`The demo is ready: http://localhost:${port}`);
  console.log('  Sample data in the browser alone: no server, no mail, no payments.');
  console.log(
    `  ${buildFolder('demo')} may be put on any static host that sends index.html for unknown addresses.`,
  );
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
