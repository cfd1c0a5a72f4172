import type { ReactNode } from 'react';
import type { Point } from '../../machines/control/control.types.ts';
import styles from './staff.module.css';
import { useWords } from './words/words-context.ts';

const width = 600;
const height = 120;

/** A line through the points, scaled to the box; empty for fewer than two. */
export function linePath(points: readonly Point[], of: 'waiting' | 'letIn'): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return '';
  const most = Math.max(1, ...points.map((point) => point[of]));
  const span = Math.max(1, last.at - first.at);
  return points
    .map((point, index) => {
      const x = ((point.at - first.at) / span) * width;
      const y = height - (point[of] / most) * height;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(' ');
}

/** Waiting and let in over the minutes since the page was opened, each with its own scale. */
export function WaitingPlot({ points }: { readonly points: readonly Point[] }): ReactNode {
  const words = useWords();
  const last = points.at(-1);
  const most = (of: 'waiting' | 'letIn') => Math.max(0, ...points.map((point) => point[of]));
  return (
    <figure className={styles.card}>
      <figcaption>{words.chartTitle}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={styles.plot}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={linePath(points, 'waiting')} data-line="waiting" />
        <path d={linePath(points, 'letIn')} data-line="letIn" />
      </svg>
      <p className={styles.legend}>
        <span data-line="waiting">
          {words.waiting}: {last?.waiting ?? 0} (≤ {most('waiting')})
        </span>
        <span data-line="letIn">
          {words.letIn}: {last?.letIn ?? 0} (≤ {most('letIn')})
        </span>
      </p>
    </figure>
  );
}
