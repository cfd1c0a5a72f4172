import type { ActorRefFrom } from 'xstate';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { screenOf } from '../../../machines/root/screen.ts';
import { sameScreen } from '../../../machines/shared/screen.ts';
import type { GuardedHistory, Move } from './history.ts';
import { type Place, parsePlace, placeOf } from './paths.ts';

/**
 * Synchronises the address bar and the root; the only code that navigates. It reports a visit to the root, which may refuse or redirect it;
 * the address then follows the root.
 */
export function syncRoutes(
  root: ActorRefFrom<typeof rootMachine>,
  history: GuardedHistory,
  origin: string,
): () => void {
  const shown = () => screenOf(root.getSnapshot());
  let gating = false;

  const follow = (replaces = false) => {
    if (gating) return;
    const { screen, entry } = shown();
    if (sameScreen(screen, parsePlace(history.place.path, history.place.state, origin))) return;
    const place = placeOf(screen);
    if (place !== null) history.settle(place, replaces ? 'replace' : entry);
  };

  history.setGate((place: Place, move: Move) => {
    const wanted = parsePlace(place.path, place.state, origin);
    const before = shown().screen;
    gating = true;
    root.send({ type: move === 'pop' ? 'route.popped' : 'route.visited', screen: wanted });
    gating = false;
    const now = shown().screen;
    if (sameScreen(now, wanted)) return true;
    // Refused: the address stays. Redirected: the address bar goes there; after a Back, from the entry that Back reached.
    if (sameScreen(now, before)) return false;
    queueMicrotask(() => follow(move === 'replace'));
    return move === 'pop';
  });

  const subscription = root.subscribe(() => follow());
  follow();
  return () => {
    subscription.unsubscribe();
    history.setGate(() => true);
  };
}
