import * as purchaseWords from '../../../../src/text/id/purchase.ts';
import * as seatWords from '../../../../src/text/id/seats.ts';
import { storeTexts } from '../../../../src/text/words.ts';
import { startDom } from './dom.ts';
import type { Drawing, StartDrawing } from './drawing.ts';
import { startKonva } from './konva.ts';
import { type HallKind, makeSeatMap } from './make-seat-map.ts';
import { startOurs } from './ours.tsx';
import { startSvg } from './svg.ts';

const ways: Readonly<Record<string, StartDrawing>> = {
  ours: startOurs,
  dom: startDom,
  svg: startSvg,
  konva: startKonva,
};

/** Frames of the tour: the map is zoomed in, panned in a circle, zoomed out and panned again. */
const leg = 30;

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
/** Resolves in the first task after the current frame. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

const query = new URLSearchParams(location.search);
const start = ways[query.get('way') ?? ''];
const count = Number(query.get('seats'));
const host = document.getElementById('host');
if (start === undefined || host === null || count < 1) throw new Error('No such bench.');
const kind: HallKind = query.get('hall') === 'curved' ? 'curved' : 'grid';
const seatMap = makeSeatMap(count, kind);
let drawing: Drawing | null = null;

function drawn(): Drawing {
  if (drawing === null) throw new Error('Nothing is drawn yet.');
  return drawing;
}

/** The cost of a change, in milliseconds. */
export interface Update {
  /** Of the main thread, from the change to the end of the frame that shows it. */
  readonly work: number;
  /** Until the start of the frame after the next one: no frame starts while the previous one is being painted. */
  readonly shown: number;
}

async function updated(change: () => void): Promise<Update> {
  const begun = await frame();
  const before = performance.now();
  change();
  await nextTask();
  const work = performance.now() - before;
  await frame();
  return { work, shown: (await frame()) - begun };
}

function flip(indexes: readonly number[]): void {
  for (const index of indexes) seatMap.status[index] = seatMap.status[index] === 0 ? 2 : 0;
  drawn().change(indexes);
}

/** The functions of the page for the bench. */
const bench = {
  async paint(): Promise<number> {
    await frame();
    const begun = performance.now();
    drawing = start(host, seatMap);
    await frame();
    await frame();
    return performance.now() - begun;
  },
  /** Durations of all frames of a tour of `milliseconds`. */
  async tour(milliseconds: number): Promise<number[]> {
    const times: number[] = [];
    let last = await frame();
    const end = last + milliseconds;
    for (let step = 0; last < end; step += 1) {
      const turn = Math.floor(step / leg) % 4;
      if (turn === 0) drawn().zoom(1);
      else if (turn === 2) drawn().zoom(-1);
      else drawn().pan(Math.cos(step / 10) * 18, Math.sin(step / 10) * 18);
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return times;
  },
  changeNone: () => updated(() => undefined),
  changeOne: (at: number) => updated(() => flip([at % count])),
  changeMany: (many: number) =>
    updated(() =>
      flip(Array.from({ length: Math.min(many, count) }, (_, at) => (at * 48_271) % count)),
    ),
  nodes: () => document.querySelectorAll('*').length,
};
/** The page's interface to the bench. */
export type Bench = typeof bench;

storeTexts('id', purchaseWords);
storeTexts('id', seatWords);
Object.assign(globalThis, { bench });
document.documentElement.dataset.ready = '';
