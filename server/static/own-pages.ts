import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gatePagePath, gateWorkerPath } from '../../contract/gate.ts';
import { pushWorkerPath } from '../../contract/push.ts';
import { staffPagePath } from '../../contract/staff/calls.ts';
import { controlPageRoot } from '../../contract/staff/control.ts';
import { deskPagePath } from '../../contract/staff/desk.ts';
import { keptTicketsPagePath, ticketsWorkerPath } from '../../contract/stored/kept-tickets.ts';
import { offlinePagePath, shopWorkerPath } from '../../contract/stored/stored-pages.ts';
import { readTheme } from '../../contract/stored/theme.ts';
import { inTheme } from '../pages/document.ts';
import { permissionsPolicy, workerPolicy } from './static-policy.ts';

/** The page of the inspector; only Vite and the build for QA contain it. */
const inspectorPage = '/inspector.html';

/** The pages beside the app: three work offline, those of the staff are one file. */
const gateFile = 'gate.html';
const keptTicketsFile = 'kept-tickets.html';
const staffFile = 'staff.html';
const controlPage = new RegExp(`^${controlPageRoot}/[^/]+$`);
const fileOf = new Map([
  [gatePagePath, gateFile],
  [keptTicketsPagePath, keptTicketsFile],
  [offlinePagePath, 'offline.html'],
  [staffPagePath, staffFile],
  [deskPagePath, staffFile],
]);

/** The separate file of a path; null for a page of the app. */
export function ownFileOf(path: string): string | null {
  if (controlPage.test(path)) return staffFile;
  return fileOf.get(path) ?? (path === inspectorPage ? 'inspector.html' : null);
}

/** The service workers: three store pages, one shows notifications. */
export const workerPaths = [gateWorkerPath, ticketsWorkerPath, shopWorkerPath, pushWorkerPath];

/** §16.3: every page says that money is simulated, these without the settings of the app. */
const simulationLabel = `<aside class="simulation" aria-label="Simulasi"><span lang="id">Simulasi: uang dan tiket tidak berlaku</span> · <span lang="en">Simulation: money and tickets are not valid</span></aside>`;

/** What the pages beside the app depend on. */
export interface OwnPagesOptions {
  /** Folder of the built app; one of an older build lacks some of the pages. */
  readonly folder: string;
  /** True where others than the operator may buy with simulated money. */
  readonly isSimulated: boolean;
  /** The content security policy of the gate, the only page that reads a camera. */
  readonly gatePolicyOf: (request: FastifyRequest) => string;
}

/** Serves the pages beside the app, labelled where money is simulated. */
export function mountOwnPages(
  app: FastifyInstance,
  { folder, isSimulated, gatePolicyOf }: OwnPagesOptions,
): void {
  const has = (file: string) => existsSync(join(folder, file));
  const senderOf = (file: string) => {
    const read = readFileSync(join(folder, file), 'utf8');
    const page = isSimulated
      ? read.replace('<body>', () => `<body>\n    ${simulationLabel}`)
      : read;
    return (request: FastifyRequest, reply: FastifyReply) => {
      const theme = readTheme(request.headers.cookie);
      if (!isSimulated && theme === 'system') return reply.sendFile(file);
      return sendPage(reply, inTheme(page, theme));
    };
  };
  for (const [path, file] of [...fileOf, [`${controlPageRoot}/:slug`, staffFile] as const]) {
    if (!has(file)) continue;
    const send = senderOf(file);
    app.get(path, (request, reply) => {
      if (file === gateFile) {
        reply.headers({
          'content-security-policy': gatePolicyOf(request),
          'permissions-policy': permissionsPolicy(true),
        });
      }
      return send(request, reply);
    });
  }
  if (isSimulated) {
    for (const path of workerPaths.filter(has)) mountLabelledWorker(app, folder, path);
  }
}

/** Sends a page that browsers revalidate each time. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

/** A worker with other bytes, so that browsers store the page again when the label comes or goes. */
function mountLabelledWorker(app: FastifyInstance, folder: string, path: string): void {
  const script = `${readFileSync(join(folder, path), 'utf8')}\n// Simulation\n`;
  app.get(path, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy })
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}
