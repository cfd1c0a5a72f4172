import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrations } from '../server/db/migrations/migrations.ts';

/** Where the drawing of the schema is kept. */
export const schemaPage = 'docs/schema.md';

const head = `# The schema

Written by \`npm run docs\` from [the steps of the schema](../server/db/migrations/001-schema.sql), which hold every column. An arrow leads from a table
to one that it refers to; tables of other parts are round.
`;

/** The page that draws every table by its part of the schema. */
export function schemaPageText(): string {
  const text = migrations.map(({ sql }) => sql).join('\n');
  const [, ...parts] = text.split(/^-- == (.+) ==$/m);
  let page = head;
  for (let index = 0; index < parts.length; index += 2)
    page += partOf(parts[index] ?? '', parts[index + 1] ?? '');
  return page;
}

function partOf(title: string, sql: string): string {
  const tables = [...sql.matchAll(/^-- (.+)\ncreate table (\w+) \(\n((?: {2}.*\n)+)\)/gm)].map(
    ([, words = '', name = '', columns = '']) => ({
      name,
      words,
      refers: new Set(Array.from(columns.matchAll(/ references (\w+)/g), ([, to = '']) => to)),
    }),
  );
  const own = new Set(tables.map(({ name }) => name));
  const arrows = tables.flatMap(({ name, refers }) =>
    [...refers].map((to) => `  ${name} --> ${own.has(to) ? to : `${to}(${to})`}`),
  );
  const rows = tables.map(({ name, words }) => `| \`${name}\` | ${words} |`);
  const drawing = ['```mermaid\nflowchart LR', ...own].join('\n  ');
  return `
## ${title}

${[drawing, ...arrows, '```'].join('\n')}

| table | what it holds |
|---|---|
${rows.join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(schemaPage, schemaPageText());
