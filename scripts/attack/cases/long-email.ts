import type { Attack } from '../attack.ts';

/** A refused body gets its response at once; before the length limits it took 36 s for 60 KB. */
const withinMs = 1_000;

const attack: Attack = {
  promise: 'one sign-in with 60 KB of e-mail address delays nobody',
  async run({ origin }) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'roetix', origin },
      body: JSON.stringify({ email: `a@${'.'.repeat(60_000)}@`, password: 'x' }),
    });
    await response.arrayBuffer();
    const ms = Math.round(performance.now() - startedAt);
    return {
      holds: response.status < 500 && ms < withinMs,
      figures: `${response.status} after ${ms} ms`,
    };
  },
};
export default attack;
