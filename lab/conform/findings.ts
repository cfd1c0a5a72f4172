import type { CallShape } from '../../contract/call/call.ts';
import { type CallName, calls } from '../../contract/call/calls.ts';
import { messageKinds } from '../../contract/realtime.ts';
import { type Subject, shownInstead } from './expected.ts';

/** How a back end meets the contract: as written, otherwise but so that the app copes, so that a buyer meets it, or it was not tried. */
export type Verdict = 'holds' | 'copes' | 'breaks' | 'untried';

/** What one check found. */
export interface Finding {
  readonly subject: Subject;
  /** What was tried, such as 'signed out'. */
  readonly tried: string;
  readonly verdict: Verdict;
  /** Path of the field at fault; empty without one. */
  readonly field: string;
  readonly words: string;
}

/** Takes findings down. */
export interface Notes {
  readonly all: readonly Finding[];
  note(subject: Subject, tried: string, verdict: Verdict, words?: string, field?: string): void;
}

/** Creates empty notes. */
export function createNotes(): Notes {
  const all: Finding[] = [];
  return {
    all,
    note: (subject, tried, verdict, words = '', field = '') =>
      void all.push({ subject, tried, verdict, field, words }),
  };
}

const marks: Readonly<Record<Verdict, string>> = {
  holds: '✔ holds',
  copes: '~ deviates harmlessly',
  breaks: '✘ breaks',
  untried: '– not tried',
};
const worstFirst: readonly Verdict[] = ['breaks', 'copes', 'holds', 'untried'];

function wordsOf(finding: Finding): string {
  const { subject, tried, verdict, field, words } = finding;
  const seen = verdict === 'breaks' ? ` – a buyer sees ${shownInstead(subject)}` : '';
  return `    ${marks[verdict].charAt(0)} ${tried}: ${field === '' ? '' : `${field}: `}${words}${seen}`;
}

/** The table: a row for each call and topic with its worst verdict, and below it what does not hold. */
export function tableOf(findings: readonly Finding[]): string {
  const subjects: Subject[] = [
    ...(Object.keys(calls) as CallName[]),
    ...messageKinds.map((kind) => `topic ${kind}` as const),
  ];
  const counts = { holds: 0, copes: 0, breaks: 0, untried: 0 };
  const rows = subjects.map((subject) => {
    const own = findings.filter((finding) => finding.subject === subject);
    const worst = worstFirst.find((one) => own.some(({ verdict }) => verdict === one)) ?? 'untried';
    counts[worst] += 1;
    const row: CallShape | undefined = calls[subject as CallName];
    const place = row === undefined ? '' : `${row.method} ${row.path}`;
    const held = own.filter(({ verdict }) => verdict === 'holds').length;
    const head = `${marks[worst].padEnd(22)} ${subject.padEnd(22)} ${place.padEnd(55)} ${held} of ${own.filter(({ verdict }) => verdict !== 'untried').length}`;
    const others = own.filter(({ verdict }) => verdict !== 'holds').map(wordsOf);
    return [head, ...new Set(others)].join('\n');
  });
  const sum = worstFirst.map((verdict) => `${marks[verdict]}: ${counts[verdict]}`).join('   ');
  return [...rows, '', sum].join('\n');
}
