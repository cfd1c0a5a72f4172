import { type Figure, figures, type Load, median } from './figures.ts';

/** The loads of one page, under the name of its column. */
export interface Column {
  readonly name: string;
  readonly loads: readonly Load[];
}

/** Wide enough for ×99.99. */
const ratioWidth = 6;

/** The medians as a table of text, with their ratios to the first column. */
export function tableOf(columns: readonly Column[]): string {
  const rows = [['', ...columns.map(({ name }) => name)], ...figures.flatMap(rowsOf)];
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => length(row[at]))));
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');

  function rowsOf(figure: Figure): string[][] {
    const base = median((columns[0]?.loads ?? []).map(figure.of));
    const cells = columns.map(({ loads }, at) => {
      const value = median(loads.map(figure.of));
      const hasRatio = at > 0 && base > 0 && figure.isCompared === true;
      return withRatio(figure.show(value), hasRatio ? `×${(value / base).toFixed(2)}` : '', at);
    });
    const row = [figure.name, ...cells];
    if (figure.hasSpread !== true) return [row];
    return [
      row,
      ['  from–to', ...columns.map(({ loads }, at) => withRatio(spread(figure, loads), '', at))],
    ];
  }
}

/** The first column has no ratios, so it is narrower. */
function withRatio(value: string, ratio: string, column: number): string {
  return column === 0 ? value : `${value} ${ratio.padStart(ratioWidth)}`;
}

function spread(figure: Figure, loads: readonly Load[]): string {
  const values = loads.map(figure.of);
  return `${Math.round(Math.min(...values))}–${figure.show(Math.max(...values))}`;
}

function length(cell: string | undefined): number {
  return cell?.length ?? 0;
}
