import type { Healing } from '../../../machines/shared/healing.ts';

/** §4.110: growing pauses of up to thirty seconds, in the middle of their jitter. */
export function healing({ healing }: { readonly healing: Healing }): number {
  return [1_000, 1_000, 2_000, 4_000, 8_000, 15_000][healing.tries] ?? 30_000;
}
