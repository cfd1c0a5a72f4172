import { type IState, type ITransition, render } from 'state-machine-cat';
import { type Chart, type ChartState, withDescendants } from './chart.ts';
import { type Box, drawingOf, type MainWays, withInner } from './drawing.ts';
import { paint, spacerClass } from './paint.ts';

/** Layout hints of a machine, chosen by eye. */
export interface Layout {
  readonly direction: 'left-right' | 'top-down';
  /** Keys of top states to place side by side, one list per row; the engine places the others. */
  readonly rows?: readonly (readonly string[])[];
  /** Arrows to draw where the default choice would be misleading. */
  readonly mainWays?: MainWays;
}

/** Larger than painted: the reader's font may be wider than the measured one. */
const layoutSize = 13;
/** Characters of a label before it is broken; a wide label widens a whole column. */
const labelWidth = 34;
/** Padding around a name, which is painted bold. */
const space = '\u00a0';

/** Draws a chart reproducibly. The `<title>` of each state is its full id. */
export async function svgOf(chart: Chart, layout: Layout): Promise<string> {
  const { direction, rows = [], mainWays = {} } = layout;
  const drawing = drawingOf(chart, mainWays);
  const ways = [
    ...drawing.arrows.map(({ from, to, labels }) => {
      const label = labels.flatMap(wrapped).join('\n');
      return { from, to, ...(label && { label }) };
    }),
    ...withInner(drawing.root).flatMap(({ state: { id, initial } }) =>
      initial.map((to) => ({ from: startOf(id), to })),
    ),
    ...spacers(chart.root, rows),
  ];
  const transitions = ways.map((way, index): ITransition => ({ id: index + 1, ...way }));
  const drawn = await render(
    { states: [stateOf(drawing.root, direction)], transitions },
    {
      inputType: 'json',
      outputType: 'svg',
      direction,
      dotGraphAttrs: [
        { name: 'ranksep', value: '0.3' },
        { name: 'fontsize', value: String(layoutSize) },
      ],
      dotNodeAttrs: [{ name: 'fontsize', value: String(layoutSize) }],
      // A typeface with the same metrics on every machine, so that each label fits.
      dotEdgeAttrs: [{ name: 'fontname', value: 'Courier' }],
    },
  );
  return paint(drawn, chart.root.id);
}

const startOf = (id: string) => `start of ${id}`;

function stateOf({ state, rows, boxes }: Box, direction: Layout['direction']): IState {
  const start: IState[] =
    state.initial.length > 0 ? [{ name: startOf(state.id), type: 'initial' }] : [];
  const inner = boxes.map((box) => stateOf(box, direction));
  // From left to right the engine stacks regions from the bottom up.
  if (state.kind === 'parallel' && direction === 'left-right') inner.reverse();
  const name = state.key === '' ? state.id : state.key;
  const margin = space.repeat(name.length / 6);
  return {
    name: state.id,
    label: `${margin}${name}${margin}`,
    type: state.kind === 'parallel' ? 'parallel' : 'regular',
    class: state.kind,
    ...(rows.length > 0 && { actions: rows.map((body) => ({ type: 'activity' as const, body })) }),
    ...(inner.length > 0 && { statemachine: { states: [...start, ...inner] } }),
  };
}

/** Invisible arrows that place a row of states below another one. */
function spacers(root: ChartState, rows: readonly (readonly string[])[]) {
  const named = (key: string) => {
    const found = root.states.find((state) => state.key === key);
    if (found === undefined)
      throw new Error(`The layout of ${root.id} names a state "${key}", which is not there.`);
    return found;
  };
  const leavesOf = (keys: readonly string[]) =>
    keys.flatMap((key) => withDescendants(named(key))).filter(({ states }) => states.length === 0);
  const topsOf = (state: ChartState): readonly string[] => {
    if (state.kind === 'parallel') return state.states.flatMap(topsOf);
    return [state.states.length > 0 ? startOf(state.id) : state.id];
  };
  return rows.slice(1).flatMap((row, index) => {
    const below = row.flatMap((key) => topsOf(named(key)));
    return leavesOf(rows[index] ?? []).flatMap(({ id }) =>
      below.map((to) => ({ from: id, to, class: spacerClass })),
    );
  });
}

/** Breaks a long label before its guards. */
function wrapped(label: string): readonly string[] {
  if (label.length <= labelWidth) return [label];
  const lines: string[] = [];
  for (const part of label.split(/ (?=\[|\| )/)) {
    const last = lines.at(-1);
    const isFull = last === undefined || last.length + part.length >= labelWidth;
    if (isFull || part.startsWith('[')) lines.push(part);
    else lines[lines.length - 1] = `${last} ${part}`;
  }
  return lines;
}
