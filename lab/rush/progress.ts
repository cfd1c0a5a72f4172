import type { RushView } from './rush.ts';

/** A line in a file or pipe as often. */
const lineEvery = 5;

/** Shows a rush while it runs: one line that is written over on a terminal, a line every few seconds elsewhere. */
export function createProgress(out: NodeJS.WriteStream, people: number, seats: number): RushView {
  let isOpen = false;
  let samples = 0;
  return {
    say(line) {
      if (isOpen) out.write('\n');
      isOpen = false;
      out.write(`${line}\n`);
    },
    sample({ at, waiting, inside, sold, callRate, cpu }, { arrived }) {
      samples += 1;
      if (!out.isTTY && samples % lineEvery !== 0) return;
      const cores = cpu.reduce((sum, one) => sum + one, 0);
      const line = `${Math.round(at)} s  ${arrived}/${people} came  ${waiting} wait  ${inside} inside  ${sold}/${seats} sold  ${Math.round(callRate)} calls/s  ${cores.toFixed(1)} cores`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
      isOpen = out.isTTY;
    },
  };
}
