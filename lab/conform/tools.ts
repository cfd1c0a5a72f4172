import { setTimeout as sleep } from 'node:timers/promises';
import type { Tools } from './means.ts';

const pauseMs = 250;
const tries = 40;

/** The development tools of our own server at this origin; none anywhere else. */
export async function toolsAt(origin: string): Promise<Partial<Tools>> {
  const mailsTo = async (email: string): Promise<unknown> => {
    const query = new URLSearchParams({ to: email });
    const response = await fetch(`${origin}/dev/mail?${query}`, {
      headers: { accept: 'application/json' },
    });
    return response.json();
  };
  const isThere = Array.isArray(await mailsTo('siapa@contoh.id').catch(() => null));
  if (!isThere) return {};
  const used = new Map<string, string>();
  return {
    async codeTo(email) {
      for (let turn = 0; turn < tries; turn += 1) {
        const [newest] = (await mailsTo(email)) as { text: string }[];
        const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
        if (code !== undefined && code !== used.get(email)) {
          used.set(email, code);
          return code;
        }
        await sleep(pauseMs);
      }
      throw new Error('No e-mail with a code came.');
    },
    async pay(paymentId) {
      await fetch(`${origin}/dev/gateway/${paymentId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome: 'settlement' }),
      });
    },
  };
}
