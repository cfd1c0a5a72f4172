import { isLoose } from '../../contract/call/loose.ts';
import type { TurnPush } from '../../contract/push.ts';

/** Reads the message of a notification; null unless it leads to a page of this site. */
export function readTurnPush(text: string | null): TurnPush | null {
  try {
    const message: unknown = JSON.parse(text ?? '');
    if (!isLoose(message)) return null;
    const { title, body, path } = message;
    return typeof title === 'string' &&
      typeof body === 'string' &&
      typeof path === 'string' &&
      /^\/event\/[^/]+\/seats$/.test(path)
      ? { title, body, path }
      : null;
  } catch {
    return null;
  }
}
