import { requireRecentNode } from '../node-version.ts';
import { buildAll } from './build-app.ts';

requireRecentNode();

// `qa` builds the app with the inspector.
process.exitCode = buildAll(process.argv[2] === 'qa' ? ['qa', 'server'] : ['client', 'server'])
  ? 0
  : 1;
