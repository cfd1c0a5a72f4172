import { shallowEqual, useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { ActorRefFrom, AnyActorRef, SnapshotFrom } from 'xstate';
import type { rootMachine } from '../../machines/root/root.machine.ts';
import { slugOf } from '../../machines/root/root.rules.ts';
import { type RootSystem, runningActor } from '../../machines/root/root.system.ts';

/** The running root actor. */
export type RootActor = ActorRefFrom<typeof rootMachine>;

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const RootContext = createContext<RootActor | null>(null);
const FirstContext = createContext<RootSnapshot | null>(null);

/**
 * Provides the running root actor, which the caller creates and starts outside React. `first` is the snapshot before the start: the server
 * rendered it, so hydration renders it too.
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

/** The running root actor. Throws outside its provider. */
export function useRoot(): RootActor {
  const root = useContext(RootContext);
  if (root === null) throw new Error('useRoot must be used within a RootProvider');
  return root;
}

/** Returns the same value for as long as its members are equal, as `useSyncExternalStore` requires. */
function memoised<T>(select: (snapshot: RootSnapshot) => T): (snapshot: RootSnapshot) => T {
  let last: { readonly value: T } | null = null;
  return (snapshot) => {
    const value = select(snapshot);
    if (last === null || !shallowEqual(last.value, value)) last = { value };
    return last.value;
  };
}

/**
 * Selects a slice of the root's snapshot; the component renders again when a member of the slice changes. Declare `select` at module level,
 * so that it is stable.
 */
export function useRootSelector<T>(select: (snapshot: RootSnapshot) => T): T {
  const root = useRoot();
  const first = useContext(FirstContext);
  const store = useMemo(() => {
    const now = memoised(select);
    const selectFirst = memoised(select);
    return {
      subscribe: (listener: () => void) => {
        const subscription = root.subscribe(listener);
        return () => subscription.unsubscribe();
      },
      read: () => now(root.getSnapshot()),
      readFirst: () => selectFirst(first ?? root.getSnapshot()),
    };
  }, [root, first, select]);
  return useSyncExternalStore(store.subscribe, store.read, store.readFirst);
}

const selectSlug = ({ context }: RootSnapshot) => slugOf(context.screen) ?? '';

/** The slug of the current page's event; empty on a page without one. */
export function useSlug(): string {
  return useRootSelector(selectSlug);
}

/** The running actor of a flow, or null while its page is being entered. Returns the new actor when the flow restarts. */
export function useFlow<K extends keyof RootSystem>(name: K): RootSystem[K] | null {
  const root = useRoot();
  return useSelector(root, () => runningActor(root.system, name) ?? null);
}

/** Selects what a component shows of a flow; it renders again when a member of the slice changes. Declare `select` at module level. */
export function useFlowSlice<S, T>(
  flow: Pick<AnyActorRef, 'subscribe'> & { getSnapshot(): S },
  select: (snapshot: S) => T,
): T {
  return useSelector(flow, select, shallowEqual);
}
