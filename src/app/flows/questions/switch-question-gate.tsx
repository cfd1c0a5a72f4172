import { Suspense } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../../machines/root/root.machine.ts';
import { withWords } from '../../../text/words.ts';
import { fetched } from '../../../ui/feedback/fetched.ts';
import { useRootSelector } from '../../actor-context.tsx';

const SwitchQuestion = fetched(async () => ({
  default: (await withWords('purchase', import('./switch-question.tsx'))).SwitchQuestion,
}));

const selectAsked = (snapshot: SnapshotFrom<typeof rootMachine>) =>
  snapshot.matches({ place: 'askingSwitch' }) || snapshot.matches({ place: 'releasing' });

/** Asks whether to leave the session of another event for this one (§4.34); loads the dialog's code on first use. */
export function SwitchQuestionGate() {
  return useRootSelector(selectAsked) ? (
    <Suspense>
      <SwitchQuestion />
    </Suspense>
  ) : null;
}
