import type { Screen } from '../shared/screen.ts';
import type { RootContext } from './root.types.ts';

/** The screen a snapshot of the root shows, and how the address bar gets there. */
export function screenOf(snapshot: { readonly context: RootContext }): {
  readonly screen: Screen;
  readonly entry: 'push' | 'replace';
} {
  return { screen: snapshot.context.screen, entry: snapshot.context.entry };
}
