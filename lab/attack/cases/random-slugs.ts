import { cpuPerRequest, inWords } from '../../shared/cpu-time.ts';
import type { Attack } from '../attack.ts';

const requests = 400;
const atOnce = 8;
/** Before the fix, each rendered its own page: 26 to 105 ms. */
const mostMs = 15;

const attack: Attack = {
  promise: 'made-up event names, campaign tags and searches draw next to nothing',
  async run({ origin, pid, say }) {
    const statuses = new Map<number, number>();
    const ask = async (path: string) => {
      const response = await fetch(origin + path, { headers: { accept: 'text/html' } });
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    };
    const measure = async (what: string, pathOf: (number: number) => string) => {
      await ask(pathOf(requests));
      const ms = await cpuPerRequest(pid, requests, async () => {
        for (let from = 0; from < requests; from += atOnce) {
          await Promise.all(Array.from({ length: atOnce }, (_, at) => ask(pathOf(from + at))));
        }
      });
      say(`${what}: ${inWords(ms)}`);
      return ms;
    };
    const salt = Date.now().toString(36);
    const slugs = await measure('event names', (number) => `/event/acak-${salt}-${number}`);
    const tags = await measure('tags', (number) => `/event/stadion-nusantara?utm=${number}`);
    const searches = await measure('searches', (number) => `/search?q=${salt}${number}`);
    const figures = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ');
    return {
      holds: [slugs, tags, searches].every((ms) => ms === null || ms <= mostMs),
      figures: `names ${inWords(slugs)}, tags ${inWords(tags)}, searches ${inWords(searches)}; ${figures}`,
    };
  },
};
export default attack;
