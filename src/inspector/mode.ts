import { storagePrefix } from '../../contract/stored/stored-key.ts';
import type { Inspection } from './inspection.ts';

/** The inspector in use: our own page, or the one that Stately hosts. */
type InspectMode = 'own' | 'stately';

const parameter = 'inspect';
const storedName = `${storagePrefix}:${parameter}`;

/**
 * Reads `?inspect` (our page), `?inspect=stately` (the hosted one) or `?inspect=off` from the address, stores it for the tab and removes it
 * from the address, so that links and redirects need not carry it. Null if this tab is not inspected.
 */
export function readMode(window: Window): InspectMode | null {
  const url = new URL(window.location.href);
  const asked = url.searchParams.get(parameter);
  const { sessionStorage } = window;
  if (asked !== null) {
    const wanted = asked === 'off' ? null : asked === 'stately' ? 'stately' : 'own';
    if (wanted === null) sessionStorage.removeItem(storedName);
    else sessionStorage.setItem(storedName, wanted);
    // By hand, because URLSearchParams would re-encode the other parameters.
    const others = url.search
      .slice(1)
      .split('&')
      .filter((part) => part.split('=', 1)[0] !== parameter);
    url.search = others.join('&');
    window.history.replaceState(window.history.state, '', url);
  }
  const kept = sessionStorage.getItem(storedName);
  return kept === 'own' || kept === 'stately' ? kept : null;
}

/** Attaches the inspector if this tab asks for one; loads none of its code otherwise. */
export async function openInspection(window: Window): Promise<Inspection | null> {
  const mode = readMode(window);
  if (mode === null) return null;
  return mode === 'stately'
    ? (await import('./hosted.ts')).inspectHosted(window)
    : (await import('./own-page.ts')).inspectOnOwnPage(window);
}
