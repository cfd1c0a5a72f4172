/** How much a finding matters: an error stops a start or loses sales, a warning will one day, a note is to be known. */
export type Severity = 'error' | 'warning' | 'note';

/** One thing the doctor has to say: what it is about first, then what is wrong and how to mend it. Holds no secret. */
export interface Finding {
  readonly severity: Severity;
  readonly words: string;
}

/** An error. */
export const error = (words: string): Finding => ({ severity: 'error', words });
/** A warning. */
export const warning = (words: string): Finding => ({ severity: 'warning', words });
/** A note. */
export const note = (words: string): Finding => ({ severity: 'note', words });

const order: readonly Severity[] = ['error', 'warning', 'note'];
const marks: Readonly<Record<Severity, string>> = { error: '✘', warning: '!', note: '·' };

/** The findings as lines, the worst first, and a line that counts them. */
export function linesOf(findings: readonly Finding[]): readonly string[] {
  const sorted = order.flatMap((severity) => findings.filter((each) => each.severity === severity));
  const lines = sorted.map(
    ({ severity, words }) => `${marks[severity]} ${severity.padEnd(7)}  ${words}`,
  );
  const count = (severity: Severity) =>
    findings.filter((each) => each.severity === severity).length;
  return [...lines, `${count('error')} errors, ${count('warning')} warnings`];
}

/** 2 with an error, 1 with a warning, else 0. */
export function exitCodeOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (findings.some(({ severity }) => severity === 'error')) return 2;
  return findings.some(({ severity }) => severity === 'warning') ? 1 : 0;
}
