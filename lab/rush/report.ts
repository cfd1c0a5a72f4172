import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Curve, plotOf } from './plot.ts';
import type { RushResult } from './rush.ts';
import type { Sample } from './samples.ts';
import { type Summary, summaryOf } from './summary.ts';

/** Writes report.html and report.json into the folder; returns what they say. */
export function writeReport(result: RushResult, folder: string): Summary {
  const summary = summaryOf(result);
  mkdirSync(folder, { recursive: true });
  const json = { options: result.options, summary, parts: result.parts, samples: result.samples };
  writeFileSync(join(folder, 'report.json'), JSON.stringify(json, null, 1));
  writeFileSync(join(folder, 'report.html'), reportPage(result, summary));
  return summary;
}

/** The lines of the terminal after a rush. */
export function wordsOf(summary: Summary): string[] {
  const { sold, seats, soldOutAfter, wrong } = summary;
  const end =
    soldOutAfter === null ? `in ${summary.seconds} s` : `sold out after ${soldOutAfter} s`;
  return [
    `${sold} of ${seats} seats sold to ${summary.endings.bought} of ${summary.people} people, ${end}.`,
    `Wait for the turn: half of them ${summary.wait.p50} s, 99 of 100 ${summary.wait.p99} s, longest ${summary.longestWait} s; from turn to paid order ${summary.stay} s.`,
    `${summary.conflictedBuyers} people lost a seat to others, ${summary.conflicts} claims in all.`,
    `Narrowest part: ${summary.narrowest}`,
    summary.capacityAdvice,
    ...summary.calls.map(
      ({ call, count, p50, p95, p99, statuses }) =>
        `  ${call.padEnd(36)} ${String(count).padStart(8)}  p50 ${p50} ms  p95 ${p95} ms  p99 ${p99} ms  ${JSON.stringify(statuses)}`,
    ),
    ...summary.parts.map(
      ({ name, meanCpu, mostCpu, mostMemory }) =>
        `  ${name.padEnd(12)} ${meanCpu.toFixed(2)} cores (at most ${mostCpu.toFixed(2)}), ${mostMemory} MB`,
    ),
    wrong.length === 0
      ? '✔ No seat was sold twice, nobody came in out of turn, and every invariant holds.'
      : `✘ ${wrong.length} went wrong:`,
    ...wrong.map((line) => `    ${line}`),
  ];
}

/** The report as one HTML file without scripts or further files. */
export function reportPage(result: RushResult, summary: Summary): string {
  const { samples, kills } = result;
  const curve = (name: string, value: (sample: Sample) => number): Curve => ({
    name,
    points: samples.map((sample) => [sample.at, value(sample)]),
  });
  const perPart = (of: (sample: Sample) => readonly number[]) =>
    result.parts.map((name, index) => curve(name, (sample) => of(sample)[index] ?? 0));
  const plots = [
    plotOf(
      'Waiting and inside',
      'people',
      [curve('waiting', (s) => s.waiting), curve('inside', (s) => s.inside)],
      kills,
    ),
    plotOf(
      'Let in and sold',
      'in all',
      [curve('let in', (s) => s.letIn), curve('seats sold', (s) => s.sold)],
      kills,
    ),
    plotOf('Lost claims', 'in all', [curve('conflicts', (s) => s.conflicts)], kills),
    plotOf('Calls', 'per second', [curve('calls', (s) => s.callRate)], kills),
    plotOf(
      'CPU',
      'cores',
      perPart((s) => s.cpu),
      kills,
    ),
    plotOf(
      'Memory',
      'MB',
      perPart((s) => s.memory),
      kills,
    ),
    plotOf(
      'Messages of seats',
      'in all, at the people who are machines',
      [curve('messages', (s) => s.messages)],
      kills,
    ),
  ];
  const rows = summary.calls.map(({ call, count, p50, p95, p99, statuses }) => {
    const answers = Object.entries(statuses).map(
      ([status, times]) => `${status === '0' ? 'none' : status} × ${times}`,
    );
    return row(call, count, p50, p95, p99, answers.join(', '));
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rush: ${summary.people} people, ${summary.seats} seats</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2rem auto; padding: 0 1rem; color: #212529 }
svg { width: 100%; height: auto } svg text { font-size: 11px; fill: #495057 } figure { margin: 1.5rem 0 }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100% }
td, th { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #dee2e6 }
td:first-child, th:first-child, td:last-child { text-align: left } .wrong { color: #c92a2a }
</style>
<h1>${summary.people} people for ${summary.seats} seats</h1>
<p class="${summary.wrong.length === 0 ? 'right' : 'wrong'}">${summary.wrong.length === 0 ? 'Everything held.' : `${summary.wrong.length} went wrong.`}</p>
${summary.wrong.length === 0 ? '' : `<ul class="wrong">${summary.wrong.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`}
<div class="scroll"><table>
${row('Seats sold', `${summary.sold} of ${summary.seats}`)}
${row('Sold out after', summary.soldOutAfter === null ? 'not sold out' : `${summary.soldOutAfter} s`)}
${row('Wait for the turn, half / 95 % / 99 % / longest', `${summary.wait.p50} / ${summary.wait.p95} / ${summary.wait.p99} / ${summary.longestWait} s`)}
${row('From turn to paid order, half', `${summary.stay} s`)}
${row('People who lost a seat to others', `${summary.conflictedBuyers} (${summary.conflicts} claims)`)}
${Object.entries(summary.endings)
  .map(([name, count]) => row(`People who ended: ${name}`, count))
  .join('\n')}
${summary.kills.map(({ what, from, to }) => row(`Killed: ${what}`, `${Math.round(from)} s to ${Math.round(to)} s`)).join('\n')}
</table></div>
<h2>Narrowest part</h2><p>${escaped(summary.narrowest)}</p>
<h2>Which capacity</h2><p>${escaped(summary.capacityAdvice)}</p>
${plots.join('\n')}
<h2>Calls</h2>
<div class="scroll"><table><tr><th>call<th>count<th>p50 ms<th>p95 ms<th>p99 ms<th>responses</tr>
${rows.join('\n')}
</table></div>
<h2>Parts while seats were sold</h2>
<div class="scroll"><table><tr><th>part<th>mean cores<th>most cores<th>most MB</tr>
${summary.parts.map(({ name, meanCpu, mostCpu, mostMemory }) => row(name, meanCpu, mostCpu, mostMemory)).join('\n')}
</table></div>
<p>Seed ${result.options.seed}; ${result.options.processes} server processes; capacity ${result.options.capacity}; arrivals within ${result.options.within} s.</p>
</html>
`;
}

function row(...cells: readonly (string | number)[]): string {
  return `<tr>${cells.map((cell) => `<td>${escaped(String(cell))}</td>`).join('')}</tr>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
