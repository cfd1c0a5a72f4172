import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { eventFileSchema } from '../contract/event-folder/event-file.ts';

/** The JSON Schema of `event.json` in the documents, by which editors explain and complete its fields. */
export const schemaPath = fileURLToPath(
  new URL('../docs/guide/event.schema.json', import.meta.url),
);

/** The text of the JSON Schema. */
export function eventSchemaText(): string {
  const schema = z.toJSONSchema(eventFileSchema, { io: 'input' });
  const title = 'An event of a Roetix shop (event.json)';
  return `${JSON.stringify({ ...schema, title }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(schemaPath, eventSchemaText());
  console.log(`${readFileSync(schemaPath).length} bytes in docs/guide/event.schema.json`);
}
