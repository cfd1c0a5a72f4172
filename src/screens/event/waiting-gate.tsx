import { Suspense, useEffect, useState } from 'react';
import { withWords } from '../../text/words.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import type { WaitingListProps } from './waiting-list/waiting-props.ts';

const WaitingList = fetched(() => withWords('waiting', import('./waiting-list/waiting-list.tsx')));

/** The waiting list of what is sold out; its code and texts are loaded on demand, because few events are sold out. */
export function WaitingGate(props: WaitingListProps) {
  // After the first render, because hydration must match the server's HTML.
  const [isHere, arrive] = useState(false);
  useEffect(() => arrive(true), []);
  if (!isHere || !(props.isSoldOut || props.shows.some(({ sale }) => sale?.state === 'soldOut')))
    return null;
  return (
    <Suspense>
      <WaitingList {...props} />
    </Suspense>
  );
}
