import { readFileSync } from 'node:fs';
import { readEnvFile } from '../../server/config/env-file.ts';

// Taken from the arguments before a command reads them; what the environment has set already stays.
const at = process.argv.indexOf('--env');
if (at > 0) {
  const [, file = ''] = process.argv.splice(at, 2);
  try {
    for (const [name, value] of Object.entries(readEnvFile(readFileSync(file, 'utf8')))) {
      process.env[name] ??= value;
    }
  } catch (error) {
    console.error(`--env ${file}: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
