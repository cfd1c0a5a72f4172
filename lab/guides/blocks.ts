/** A fenced block of commands in a guide. */
export interface Block {
  readonly line: number;
  readonly commands: string;
  /** Why no script runs it; null for one that is run. */
  readonly notRun: string | null;
  /** What its output must contain, as the text behind it says: "It says `…`". */
  readonly says: readonly string[];
  /** How it ends, as that text says; 0 unless it says otherwise. */
  readonly ends: number;
}

/** The blocks of a guide that are fenced as `sh`, in order, with what the paragraph behind each says of its output. */
export function blocksOf(guide: string): Block[] {
  const fenced = /^( *)```sh(?: not-run (.+))?\n([\s\S]*?)^\1```\n\n?((?:.+\n)*)/gm;
  return [...guide.matchAll(fenced)].map((match) => {
    const [, indent = '', notRun = null, body = '', behind = ''] = match;
    const text = behind.replace(/\s+/g, ' ');
    const spans = [...text.matchAll(/\bsays ((?:(?:that your )?`[^`]+`(?: and )?)+)/g)];
    return {
      line: guide.slice(0, match.index).split('\n').length,
      commands: body.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trim(),
      notRun,
      says: spans.flatMap(([, said = '']) =>
        [...said.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words),
      ),
      ends: Number(/\bends with (\d)/.exec(text)?.[1] ?? 0),
    };
  });
}
