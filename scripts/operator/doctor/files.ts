import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../server/config.ts';
import { databaseFolder } from '../../../server/db/embedded.ts';
import { openSecrets, secretsFile } from '../../../server/secrets/secret-store.ts';
import { StartError } from '../../../server/start-error.ts';
import { isBuildFresh } from '../../build/build-stamp.ts';
import { error, type Finding, note, warning } from './finding.ts';

/** Findings about the data folder and the build. */
export function fileFindings(config: Config, projectRoot: string): Finding[] {
  return [...dataFindings(config), ...buildFindings(projectRoot)];
}

function dataFindings({ databaseUrl, dataDir }: Config): Finding[] {
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
  if (databaseUrl === null && !existsSync(join(dataDir, databaseFolder))) {
    findings.push(note(`DATA_DIR ${dataDir} holds no database yet: the first start makes it.`));
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
