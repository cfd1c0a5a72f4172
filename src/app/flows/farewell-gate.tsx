import { Suspense } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { withWords } from '../../text/words.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import { useRootSelector } from '../actor-context.tsx';

const FarewellNotice = fetched(async () => ({
  default: (await withWords('purchase', import('../shell/farewell-notice.tsx'))).FarewellNotice,
}));

const selectIsTold = ({ context }: SnapshotFrom<typeof rootMachine>) => context.farewell !== null;

/** Shows the notice of an ended session on the next page; loads its code with the first notice. */
export function FarewellGate({ className }: { readonly className: string }) {
  return useRootSelector(selectIsTold) ? (
    <div className={className}>
      <Suspense>
        <FarewellNotice />
      </Suspense>
    </div>
  ) : null;
}
