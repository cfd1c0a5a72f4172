import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../machines/root/root.machine.ts';
import { type RootSystem, runningActor } from '../../machines/root/root.system.ts';

/** The running root. */
export type RootActor = ActorRefFrom<typeof rootMachine>;

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const RootContext = createContext<RootActor | null>(null);
const FirstContext = createContext<RootSnapshot | null>(null);

/**
 * Gives the running root to the tree; it is made and started outside React. `first` is its snapshot before the start, which a page
 * of the server shows: a hydration begins with it, whatever the root knows by then.
 */
export function RootProvider(props: {
  readonly root: RootActor;
  readonly first?: RootSnapshot | undefined;
  readonly children: ReactNode;
}) {
  return (
    <RootContext value={props.root}>
      <FirstContext value={props.first ?? null}>{props.children}</FirstContext>
    </RootContext>
  );
}

/** The running root. Throws outside its provider. */
export function useRoot(): RootActor {
  const root = useContext(RootContext);
  if (root === null) throw new Error('useRoot must be used within a RootProvider');
  return root;
}

/** `select` that answers the same snapshot with the same value, as React asks of a store. */
function remembering<T>(select: (snapshot: RootSnapshot) => T): (snapshot: RootSnapshot) => T {
  let last: { readonly snapshot: RootSnapshot; readonly value: T } | null = null;
  return (snapshot) => {
    if (last?.snapshot !== snapshot) last = { snapshot, value: select(snapshot) };
    return last.value;
  };
}

/** A slice of the root; `select` stands at module level. */
export function useRootSelector<T>(select: (snapshot: RootSnapshot) => T): T {
  const root = useRoot();
  const first = useContext(FirstContext);
  const store = useMemo(() => {
    const now = remembering(select);
    const atFirst = remembering(select);
    return {
      subscribe: (listener: () => void) => {
        const subscription = root.subscribe(listener);
        return () => subscription.unsubscribe();
      },
      read: () => now(root.getSnapshot()),
      readFirst: () => atFirst(first ?? root.getSnapshot()),
    };
  }, [root, first, select]);
  return useSyncExternalStore(store.subscribe, store.read, store.readFirst);
}

/** The running actor of a flow, or null while its page is being entered. Follows the flow when it is started anew. */
export function useFlow<K extends keyof RootSystem>(name: K): RootSystem[K] | null {
  const root = useRoot();
  return useSelector(root, () => runningActor(root.system, name) ?? null);
}
