import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { createPath, type Navigator, Router, type To } from 'react-router-dom';
import type { GuardedHistory } from './history.ts';
import { HistoryContext } from './history-context.ts';
import type { EntryState } from './paths.ts';
import { drawPage } from './poster-transition.ts';

const textOf = (to: To) => (typeof to === 'string' ? to : createPath(to));

/** React Router over the gated history: links ask the root before the address changes. */
export function GuardedRouter(props: {
  readonly history: GuardedHistory;
  readonly children: ReactNode;
}) {
  const { history } = props;
  const subscribe = useCallback(
    (listener: () => void) => history.subscribe(() => drawPage(listener)),
    [history],
  );
  const place = useSyncExternalStore(
    subscribe,
    () => history.place,
    () => history.place,
  );
  const navigator = useMemo<Navigator>(
    () => ({
      createHref: textOf,
      push: (to, state) =>
        history.visit(textOf(to), { state: (state ?? null) as EntryState | null }),
      replace: (to, state) =>
        history.visit(textOf(to), { replace: true, state: (state ?? null) as EntryState | null }),
      go: (delta) => {
        if (delta === -1) history.back();
      },
    }),
    [history],
  );
  return (
    <HistoryContext value={history}>
      <Router location={place.path} navigator={navigator}>
        {props.children}
      </Router>
    </HistoryContext>
  );
}
