import { useActorRef } from '@xstate/react';
import { createContext, useContext, useState } from 'react';
import type { Actor, AnyStateMachine, InputFrom, InspectionEvent } from 'xstate';

/** The inspector that follows the app; null in a production build. */
export const InspectContext = createContext<((event: InspectionEvent) => void) | null>(null);

/** Runs the machine of one page for as long as the component is shown; the inspector follows it as it follows the root. */
export function usePageActor<M extends AnyStateMachine>(
  provide: () => M,
  input: InputFrom<M>,
): Actor<M> {
  const inspect = useContext(InspectContext);
  const [machine] = useState(provide);
  const options = { input, ...(inspect === null ? {} : { inspect }) };
  return useActorRef(machine, options as Parameters<typeof useActorRef<M>>[1] & object);
}
