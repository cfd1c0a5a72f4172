import { fileURLToPath } from 'node:url';
import { requireRecentNode } from '../node-version.ts';
import './env-file.ts';

requireRecentNode();

const { readSettings } = await import('../../server/config.ts');
const { fileFindings } = await import('./doctor/files.ts');
const { exitCodeOf, linesOf } = await import('./doctor/finding.ts');
const { proxyFindings } = await import('./doctor/proxy.ts');
const { reachFindings } = await import('./doctor/reach.ts');
const { settingFindings } = await import('./doctor/settings.ts');

const root = fileURLToPath(new URL('../..', import.meta.url));
const { config } = readSettings(process.env);
const findings = [
  ...settingFindings(process.env),
  ...fileFindings(config, root),
  ...(await reachFindings(config)),
  ...(await proxyFindings(config)),
];
for (const line of linesOf(findings)) console.log(line);
process.exit(exitCodeOf(findings));
