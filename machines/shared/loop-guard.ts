/**
 * Runtime options of every machine: a chart that turns in circles without coming to rest ends in an error, which a page can show,
 * instead of hanging the phone. Far above what any chart of ours needs for one event.
 */
export const loopGuard = { maxIterations: 500 } as const;
