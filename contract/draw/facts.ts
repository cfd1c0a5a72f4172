import type { Draw } from './calls.ts';
import type { DrawFacts } from './record.ts';

/** The facts that a draw of an event is checked with; null before its order is published. */
export function factsOf(event: string, draw: Draw): DrawFacts | null {
  const { beacon, closed_at, commitment, entrants, first, kind, root, secret } = draw;
  if (closed_at === null || entrants === null || first === null || kind === 'unknown') return null;
  if (root === null || secret === null) return null;
  const signature = beacon?.signature ?? null;
  return {
    version: 1,
    event,
    kind,
    closed_at,
    commitment,
    root,
    entrants,
    first,
    secret,
    beacon: beacon === null || signature === null ? null : { round: beacon.round, signature },
  };
}
