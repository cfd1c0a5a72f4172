import { Suspense } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { withWords } from '../../text/words.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import { useRootSelector } from '../actor-context.tsx';

const SessionBubble = fetched(async () => ({
  default: (await withWords('bubble', import('./session-bubble.tsx'))).SessionBubble,
}));

const selectShown = (snapshot: SnapshotFrom<typeof rootMachine>) =>
  snapshot.matches({ bubble: 'shown' });

/** The reminder of a live session (§2.90); fetched when the first one is due. */
export function SessionBubbleGate() {
  return useRootSelector(selectShown) ? (
    <Suspense>
      <SessionBubble />
    </Suspense>
  ) : null;
}
