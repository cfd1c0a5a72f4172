/** Name of the variable by which `npm test` says how many times slower than the reference this machine is. */
export const slownessVariable = 'TEST_SLOWNESS';

/** The factor, 1 or more, that every limit of a test grows by; 1 where nothing was measured. Throws on anything but such a number. */
export function slowness(env: NodeJS.ProcessEnv = process.env): number {
  const text = env[slownessVariable] ?? '1';
  const factor = Number(text);
  if (Number.isFinite(factor) && factor >= 1) return factor;
  throw new Error(`${slownessVariable} takes a number from 1 upwards, not '${text}'.`);
}

/** Times by which every page is slowed down on purpose: BROWSER_SLOWDOWN=6 is a cheap phone. */
export const browserSlowdown = Number(process.env.BROWSER_SLOWDOWN ?? 1);
