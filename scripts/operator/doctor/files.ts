import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../../server/config.ts';
import { databaseFolder } from '../../../server/db/embedded.ts';
import { openSecrets, secretsFile } from '../../../server/secrets/secret-store.ts';
import { StartError } from '../../../server/start-error.ts';
import { isBuildFresh } from '../../build/build-stamp.ts';
import { error, type Finding, note, warning } from './finding.ts';

const scarceBytes = 1024 ** 3;
const fullBytes = 100 * 1024 ** 2;

/** Findings about the data folder and the build. `freeBytes` of a folder comes from the system unless given. */
export function fileFindings(
  config: Config,
  projectRoot: string,
  freeBytes: (folder: string) => number = freeBytesOf,
): Finding[] {
  return [...dataFindings(config, freeBytes), ...buildFindings(projectRoot)];
}

function dataFindings(
  { databaseUrl, dataDir }: Config,
  freeBytes: (folder: string) => number,
): Finding[] {
  if (dataDir === 'memory') return [];
  const findings = secretFindings(dataDir);
  if (existsSync(dataDir)) {
    const { mode } = statSync(dataDir);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      findings.push(
        warning(
          `DATA_DIR ${dataDir} can be opened by other users (mode ${(mode & 0o777).toString(8)}). Run: chmod 700 ${dataDir}`,
        ),
      );
    }
  }
  if (databaseUrl !== null) return findings;
  if (!existsSync(join(dataDir, databaseFolder))) {
    findings.push(note(`DATA_DIR ${dataDir} holds no database yet: the first start makes it.`));
  }
  const free = freeBytes(nearestFolder(dataDir));
  if (free < scarceBytes) {
    const words = `DATA_DIR ${dataDir} has ${Math.floor(free / 1024 ** 2)} MB left on its disk: a sale that cannot be written is refused. Make room.`;
    findings.push(free < fullBytes ? error(words) : warning(words));
  }
  return findings;
}

function secretFindings(dataDir: string): Finding[] {
  try {
    const held = Object.keys(openSecrets(dataDir).read());
    return held.length === 0
      ? []
      : [
          note(
            `${join(dataDir, secretsFile)} holds keys of this installation (${held.join(', ')}).`,
          ),
        ];
  } catch (problem) {
    if (problem instanceof StartError) return [error(problem.message)];
    throw problem;
  }
}

function buildFindings(projectRoot: string): Finding[] {
  const stale = (['client', 'server'] as const).filter(
    (build) => !isBuildFresh(projectRoot, build),
  );
  if (stale.length === 0) return [];
  return [
    warning(
      `The build is missing or older than its sources (${stale.map((build) => `dist/${build}`).join(', ')}): the next start takes a minute longer. Run npm run build.`,
    ),
  ];
}

function nearestFolder(path: string): string {
  let folder = resolve(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
