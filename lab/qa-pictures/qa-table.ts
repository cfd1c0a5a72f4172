import { scenarioList } from '../../tools/desk/scenarios/registry.ts';
import { sections } from '../../tools/desk/scenarios/scenario.ts';

/** The lines of the guide around the table. */
export const tableMarks = {
  start: '<!-- situations: written by npm run lab -- qa-pictures -->',
  end: '<!-- end of situations -->',
} as const;

/** Every scenario as Markdown, one table per section: name, what a tester sees, address. */
export function situationTables(): string {
  return sections
    .map((section) => {
      const rows = scenarioList
        .filter(([, scenario]) => scenario.section === section)
        .map(
          ([name, { title, sees }]) => `| ${cell(title)} | ${cell(sees)} | \`/dev/go/${name}\` |`,
        );
      return [
        `### ${section}`,
        '',
        '| situation | you will see | address |',
        '|---|---|---|',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

/** The guide with its tables from the registry. Throws if the markers are missing. */
export function withTables(guide: string): string {
  const from = guide.indexOf(tableMarks.start);
  const to = guide.indexOf(tableMarks.end);
  if (from < 0 || to < from) throw new Error('docs/guide/qa.md lost the marks of its tables.');
  const head = guide.slice(0, from + tableMarks.start.length);
  return `${head}\n\n${situationTables()}\n\n${guide.slice(to)}`;
}

function cell(words: string): string {
  return words.replaceAll('|', '\\|');
}
