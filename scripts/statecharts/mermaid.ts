import { type Box, type Drawing, withInner } from './drawing.ts';

/** The same drawing as Mermaid text, which GitHub and other viewers lay out. */
export function mermaidOf({ root, arrows }: Drawing): string {
  const boxes = new Map(withInner(root).map((box) => [box.state.id, box]));
  const lines = [
    ...boxLines(root),
    ...arrows.map(({ from, to, labels }) => {
      const label = labels.length > 0 ? ` : ${labels.map(escaped).join('<br/>')}` : '';
      return `${tailOf(from, boxes)} --> ${headOf(to, boxes)}${label}`;
    }),
  ];
  return ['stateDiagram-v2', ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Some viewers fail at arrows between boxes in boxes: one from a box starts at the state that stands for all in it, */
function tailOf(id: string, boxes: ReadonlyMap<string, Box>): string {
  return boxes.get(id)?.boxes.length === 0 ? nameOf(id) : everywhereIn(id);
}

/** and one to a box ends at the state that is entered first, where there is one. */
function headOf(id: string, boxes: ReadonlyMap<string, Box>): string {
  const [first] = boxes.get(id)?.state.initial ?? [];
  return first === undefined ? nameOf(id) : headOf(first, boxes);
}

function boxLines({ state, rows, boxes }: Box): readonly string[] {
  const name = nameOf(state.id);
  const title = `state "${state.key === '' ? state.id : state.key}" as ${name}`;
  if (boxes.length === 0) {
    return [
      title,
      ...rows.map((row) => `${name} : ${escaped(row)}`),
      ...(state.kind === 'final' ? [`${name} --> [*]`] : []),
    ];
  }
  // A compound box cannot contain text, so a separate state inside it does.
  const everywhere =
    rows.length === 0
      ? []
      : [
          `state "in all of ${state.key === '' ? state.id : state.key}" as ${everywhereIn(state.id)}`,
          ...rows.map((row) => `${everywhereIn(state.id)} : ${escaped(row)}`),
        ];
  const inner = boxes.map(boxLines);
  const parts =
    state.kind === 'parallel'
      ? [...(everywhere.length > 0 ? [everywhere] : []), ...inner]
          .flatMap((part) => ['--', ...part])
          .slice(1)
      : [...state.initial.map((id) => `[*] --> ${nameOf(id)}`), ...everywhere, ...inner.flat()];
  return [`${title} {`, ...parts.map((line) => `  ${line}`), '}'];
}

function everywhereIn(id: string): string {
  return `${nameOf(id)}__`;
}

/** Mermaid reads a dot as the end of a name. */
function nameOf(id: string): string {
  return id.replaceAll('.', '_');
}

function escaped(words: string): string {
  return words.replaceAll(';', '#59;').replaceAll(':', '#58;');
}
