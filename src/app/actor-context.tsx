import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../machines/root/root.machine.ts';
import { type RootSystem, runningActor } from '../../machines/root/root.setup.ts';

/** The running root. */
export type RootActor = ActorRefFrom<typeof rootMachine>;

const RootContext = createContext<RootActor | null>(null);

/** Gives the running root to the tree; it is made and started outside React. */
export function RootProvider(props: { readonly root: RootActor; readonly children: ReactNode }) {
  return <RootContext value={props.root}>{props.children}</RootContext>;
}

/** The running root. Throws outside its provider. */
export function useRoot(): RootActor {
  const root = useContext(RootContext);
  if (root === null) throw new Error('useRoot must be used within a RootProvider');
  return root;
}

/** A slice of the root; `select` stands at module level. */
export function useRootSelector<T>(select: (snapshot: SnapshotFrom<typeof rootMachine>) => T): T {
  return useSelector(useRoot(), select);
}

/** The running actor of a flow, or null while its page is being entered. Follows the flow when it is started anew. */
export function useFlow<K extends keyof RootSystem>(name: K): RootSystem[K] | null {
  const root = useRoot();
  return useSelector(root, () => runningActor(root.system, name) ?? null);
}
