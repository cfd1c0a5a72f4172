import { fromCallback } from 'xstate';
import { queueLine } from '../../../contract/queue.ts';
import type { LineInput } from '../../../machines/queue/queue.ports.ts';
import type { LineCommand, QueueEvent } from '../../../machines/queue/queue.types.ts';
import {
  failedAgain,
  healingPause,
  isPassing,
  unharmed,
} from '../../../machines/shared/healing.ts';
import { timings } from '../../../machines/shared/timings.ts';
import type { EffectParts } from '../parts.ts';

/**
 * Reads the line's document again and again, one read at a time. A hidden page that has real-time reads nothing: the topic brings the document.
 * A hidden page without it reads on, because the buyer wants to hear of the turn.
 */
export function watchLineEffect({ api, watchHidden }: Pick<EffectParts, 'api' | 'watchHidden'>) {
  return fromCallback<LineCommand, LineInput>(({ input, sendBack, receive }) => {
    const over = new AbortController();
    let { realtime } = input;
    let healing = unharmed(input.random);
    let isHidden = false;
    let isReading = false;
    /** True once a server has clearly said that it has no such document. */
    let isMissing = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function wait() {
      clearTimeout(timer);
      if (isReading || isMissing || (isHidden && realtime)) return;
      const share = 1 + timings.pollJitter * (2 * input.random() - 1);
      const pause = (realtime ? timings.linePoll : timings.linePollOffline) * share;
      timer = setTimeout(read, healing.tries > 0 ? healingPause(healing) : pause);
    }
    async function read() {
      clearTimeout(timer);
      if (isReading) return;
      isReading = true;
      const { slug } = input;
      const answer = await api.call(queueLine, { params: { slug }, signal: over.signal });
      if (over.signal.aborted) return;
      isReading = false;
      isMissing = !answer.ok && !isPassing(answer.failure);
      healing = answer.ok ? unharmed(input.random) : failedAgain(healing, answer.failure);
      if (answer.ok) sendBack({ type: 'queue.line', line: answer.value } satisfies QueueEvent);
      wait();
    }

    const unwatch = watchHidden((hidden) => {
      const isShownAgain = isHidden && !hidden;
      isHidden = hidden;
      if (isShownAgain) void read();
      else wait();
    });
    receive((command) => {
      realtime = command.realtime;
      if (command.isWanted) void read();
      else wait();
    });
    void read();
    return () => {
      over.abort();
      clearTimeout(timer);
      unwatch();
    };
  });
}
