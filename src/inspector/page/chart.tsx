import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { activeLeaves, activeNodes, stateWords } from '../timeline.ts';
import type { ActorView } from '../wire.ts';
import styles from './chart.module.css';

const drawings = import.meta.glob<string>('../../../docs/statecharts/*.svg', {
  query: '?raw',
  import: 'default',
});
const steps = [0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2];

/** The committed drawing of a machine; null where there is none. */
async function drawingOf(machine: string): Promise<SVGSVGElement | null> {
  const file = machine.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const load = drawings[`../../../docs/statecharts/${file}.svg`];
  if (load === undefined) return null;
  const parsed = new DOMParser().parseFromString(await load(), 'image/svg+xml').documentElement;
  return parsed instanceof SVGSVGElement ? parsed : null;
}

/** Size of a drawing at full scale, in the units of its view box. */
function sizeOf(svg: SVGSVGElement): { readonly width: number; readonly height: number } {
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return { width, height };
}

/** Marks the live state groups of a drawing, whose titles name their state nodes; returns the innermost live ones by id. */
function markLiveStates(
  svg: SVGSVGElement,
  machine: string,
  value: ActorView['value'],
): ReadonlyMap<string, SVGElement> {
  const nodes = new Set(activeNodes(machine, value));
  const leaves = new Set(activeLeaves(machine, value));
  const lit = new Map<string, SVGElement>();
  for (const [id, group] of statesOf(svg)) {
    group.dataset.lit = leaves.has(id) ? 'leaf' : nodes.has(id) ? 'around' : 'no';
    if (leaves.has(id)) lit.set(id, group);
  }
  return lit;
}

function statesOf(svg: SVGSVGElement): readonly (readonly [string, SVGElement])[] {
  return [...svg.querySelectorAll('g > title')].flatMap((title) => {
    const group: Element | null = title.parentElement;
    return group instanceof SVGElement ? [[title.textContent ?? '', group] as const] : [];
  });
}

/** The live states to scroll to: the ones just entered, else the one in the region with the most states. */
function statesToShow(
  svg: SVGSVGElement,
  lit: ReadonlyMap<string, SVGElement>,
  before: ReadonlySet<string>,
): readonly SVGElement[] {
  const entered = [...lit].filter(([id]) => !before.has(id));
  if (entered.length === 0 || before.size > 0) return entered.map(([, group]) => group);
  const ids = statesOf(svg).map(([id]) => id);
  const size = ([id]: readonly [string, unknown]) => {
    const region = `${id.split('.').slice(0, 2).join('.')}.`;
    return ids.filter((other) => other.startsWith(region)).length;
  };
  const [first] = [...entered].sort((a, b) => size(b) - size(a));
  return first === undefined ? [] : [first[1]];
}

/** The chart of the selected actor with its live states lit; dragged, scrolled and zoomed. */
export function Chart({ actor }: { readonly actor: ActorView | null }) {
  const machine = actor?.machine ?? null;
  const value = actor?.value ?? null;
  const frame = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const [svg, setSvg] = useState<SVGSVGElement | null>(null);
  const lit = useRef<ReadonlyMap<string, SVGElement>>(new Map());
  /** States that were lit when the chart was last scrolled; none for a fresh one. */
  const seen = useRef<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState(0.8);
  const [drawn, setDrawn] = useState<string | null>(null);

  useEffect(() => {
    let isOld = false;
    setSvg(null);
    setDrawn(null);
    seen.current = new Set();
    if (machine === null) return;
    void drawingOf(machine).then((drawing) => {
      if (isOld) return;
      setSvg(drawing);
      setDrawn(machine);
    });
    return () => {
      isOld = true;
    };
  }, [machine]);

  useEffect(() => {
    if (svg === null) paper.current?.replaceChildren();
    else paper.current?.replaceChildren(svg);
  }, [svg]);

  const position = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is a new object with every record; its text says whether it changed.
  useEffect(() => {
    if (svg === null || machine === null || drawn !== machine) return;
    const { width, height } = sizeOf(svg);
    svg.setAttribute('width', String(width * zoom));
    svg.setAttribute('height', String(height * zoom));
    lit.current = markLiveStates(svg, machine, value);
    if (frame.current !== null) {
      bringIntoView(frame.current, statesToShow(svg, lit.current, seen.current));
    }
    seen.current = new Set(lit.current.keys());
  }, [svg, machine, drawn, position, zoom]);

  useEffect(() => {
    const box = frame.current;
    if (box === null || svg === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() =>
      bringIntoView(box, statesToShow(svg, lit.current, new Set())),
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [svg]);

  const zoomTo = (factor: number) => {
    // Scrolls the live states back into view at the new size.
    seen.current = new Set();
    setZoom(factor);
  };
  const zoomBy = (step: 1 | -1) => {
    const near = steps.reduce((best, one) =>
      Math.abs(one - zoom) < Math.abs(best - zoom) ? one : best,
    );
    zoomTo(steps[steps.indexOf(near) + step] ?? near);
  };
  const fit = () => {
    const box = frame.current;
    if (svg === null || box === null) return;
    const { width, height } = sizeOf(svg);
    zoomTo(Math.min((box.clientWidth - 24) / width, (box.clientHeight - 24) / height, 1.6));
  };

  return (
    <section className={styles.chart} aria-label="Chart">
      <div className={styles.head}>
        <h2 className={styles.heading}>{actor?.name ?? 'Chart'}</h2>
        <p className={styles.state} data-testid="state">
          {actor === null ? '' : stateWords(value) || actor.status}
        </p>
        {machine !== null && (
          <div className={styles.zoom}>
            <button type="button" aria-label="Zoom out" onClick={() => zoomBy(-1)}>
              −
            </button>
            <button type="button" onClick={fit}>
              Fit
            </button>
            <button type="button" aria-label="Zoom in" onClick={() => zoomBy(1)}>
              +
            </button>
          </div>
        )}
      </div>
      <div
        ref={frame}
        className={styles.frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area has to be reached by keyboard.
        tabIndex={0}
        role="img"
        aria-label={`Live states: ${stateWords(value)}`}
        {...dragging()}
      >
        <div ref={paper} className={styles.paper} />
        {actor !== null && machine === null && (
          <p className={styles.none}>A call, not a machine: it has no chart.</p>
        )}
        {drawn !== null && svg === null && (
          <p className={styles.none}>No drawing of this machine: run npm run docs.</p>
        )}
        {actor === null && <p className={styles.none}>No actor yet.</p>}
      </div>
    </section>
  );
}

/** Scrolls so that the live states are seen: all of them where they fit, else the last one. */
function bringIntoView(frame: HTMLElement, lit: readonly SVGElement[]): void {
  const last = lit.at(-1);
  if (last === undefined) return;
  const outer = frame.getBoundingClientRect();
  const boxes = lit.map((group) => group.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const fits = right - left < outer.width && bottom - top < outer.height;
  const box = fits ? { left, top, right, bottom } : last.getBoundingClientRect();
  frame.scrollLeft += (box.left + box.right) / 2 - (outer.left + outer.right) / 2;
  frame.scrollTop += (box.top + box.bottom) / 2 - (outer.top + outer.bottom) / 2;
}

/** Dragging the paper scrolls its frame. */
function dragging() {
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button === 0 && event.pointerType === 'mouse') {
        event.currentTarget.setPointerCapture(event.pointerId);
      }
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const frame = event.currentTarget;
      if (frame.hasPointerCapture(event.pointerId)) {
        frame.scrollLeft -= event.movementX;
        frame.scrollTop -= event.movementY;
      }
    },
  };
}
