// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import type { PageToStore } from '../../../contract/stored/stored-pages.ts';
import { reportPage } from '../../../src/stored-pages/report-page.ts';

const page: PageToStore = { path: '/', files: [], isDocument: true };

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

/** A worker that is being installed, and answers each report in its turn; null for none. */
class InstallingWorker extends EventTarget {
  state = 'installing';
  readonly reports: PageToStore[] = [];
  readonly #answers: (boolean | null)[];

  constructor(...answers: (boolean | null)[]) {
    super();
    this.#answers = answers;
  }

  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }

  postMessage(report: PageToStore, [port]: [MessagePort]): void {
    this.reports.push(report);
    const answer = this.#answers.shift() ?? null;
    if (answer !== null) port.postMessage(answer);
  }
}

/** Reports the page to a browser whose registrations bring these workers; `end` is called once that is over. */
function report(workers: readonly InstallingWorker[], isShown = () => true) {
  const left = [...workers];
  const register = vi.fn(async () => {
    const worker = left.length > 1 ? left.shift() : left[0];
    const isActive = worker?.state === 'activated';
    return {
      active: isActive ? worker : null,
      waiting: null,
      installing: isActive ? null : worker,
    };
  });
  const end = vi.fn();
  const container = { register } as unknown as ServiceWorkerContainer;
  void reportPage(container, () => page, isShown).then(end);
  return { register, end };
}

/** Lets messages arrive and time pass. */
async function pass(ms = 0): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('stores a page that was shown before there was a worker, once it is installed', async () => {
  const worker = new InstallingWorker(true);
  const { end } = report([worker]);
  await pass(600_000);
  expect(worker.reports).toEqual([]);
  worker.become('activated');
  await pass();
  expect(worker.reports).toEqual([page]);
  expect(end).toHaveBeenCalled();
});

it('asks again after an installation that failed', async () => {
  const [failing, second] = [new InstallingWorker(), new InstallingWorker(true)];
  const { end } = report([failing, second]);
  await pass();
  failing.become('redundant');
  await pass(2_000);
  second.become('activated');
  await pass();
  expect(second.reports).toEqual([page]);
  expect(end).toHaveBeenCalled();
});

it.each([
  ['that could not be had', false, 0],
  ['whose worker was ended meanwhile', null, 30_000],
] as const)('asks again for a page %s', async (_what, first, lateMs) => {
  const worker = new InstallingWorker(first, true);
  worker.become('activated');
  const { end } = report([worker]);
  await pass(lateMs);
  expect(worker.reports).toHaveLength(1);
  await pass(2_000);
  expect(worker.reports).toHaveLength(2);
  expect(end).toHaveBeenCalled();
});

it('asks four times at most, and no longer for a page that is left', async () => {
  const worker = new InstallingWorker(false, false, false, false, true);
  worker.become('activated');
  const { end } = report([worker]);
  for (const pause of [0, 2_000, 8_000, 30_000, 60_000]) await pass(pause);
  expect(worker.reports).toHaveLength(4);
  expect(end).toHaveBeenCalled();

  const other = new InstallingWorker(false, true);
  other.become('activated');
  report([other], () => false);
  await pass();
  await pass(60_000);
  expect(other.reports).toHaveLength(1);
});
