import type { QueryClient } from '@tanstack/react-query';
import { isLocale } from '../../contract/texts/locale.ts';
import type { RootActor } from '../app/actor-context.tsx';
import { storedSession } from './live-session.ts';
import styles from './stored-pages.module.css';
import { storedPath } from './stored-path.ts';
import { element, moment, wayBack } from './way-back.ts';
import { wordsIn } from './words/words-in.ts';

/** Links between stored pages are loads of a document: only for these does the worker respond, and their data is in them. */
function openStoredPages(document: Document, signal: AbortSignal): void {
  const follow = (press: MouseEvent) => {
    const link = press.target instanceof Element ? press.target.closest('a') : null;
    const { location } = document;
    if (link === null || link.origin !== location.origin || link.hash !== '') return;
    // The router never sees the press, so the browser opens the link.
    if (storedPath(new URL(link.href)) !== null) press.stopPropagation();
  };
  document.addEventListener('click', follow, { capture: true, signal });
}

/**
 * Says that there is no network and how old the page is, and shows the way back to a live session. It stands until the server says who is
 * signed in, which the account's machine asks for by itself; then every read of the page is made again. Resolves after that.
 */
export async function showStoredNote(
  root: RootActor,
  queries: QueryClient,
  storedAt: number,
): Promise<void> {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : 'id';
  const words = wordsIn(locale);
  const end = new AbortController();
  let wanted: string | null = null;
  const live = storedSession(() => window.localStorage, Date.now());
  const heals = element('p', styles.soft, words.heals);
  const summary = element(
    'summary',
    undefined,
    element('strong', undefined, words.offline),
    ` ${words.storedAt(moment(storedAt, locale))}`,
  );
  heals.setAttribute('role', 'status');
  // The reader may fold the rest away.
  const details = element('details', styles.details, summary, heals);
  details.open = true;
  if (live !== null) {
    const press = (path: string) => {
      wanted = path;
      root.send({ type: 'page.woke' });
    };
    details.append(wayBack(live, locale, press));
  }
  const note = element('aside', styles.note, details);
  note.setAttribute('aria-label', words.title);
  const sayState = () => {
    const isBuying = root.getSnapshot().matches({ place: 'awaitingBuyer' });
    const next = isBuying ? words.buying : words.heals;
    if (heals.textContent !== next) heals.textContent = next;
  };
  document.body.append(note);
  const clearRoom = makeRoom(note);
  openStoredPages(document, end.signal);

  await untilConnected(root, sayState);
  if (wanted !== null) location.assign(wanted);
  // The links lead into the app again, whose reads reach the server.
  end.abort();
  // Before the bubble of a live session makes room for itself.
  clearRoom();
  await queries.invalidateQueries();
  note.remove();
}

/** Publishes the height of the note, so that it covers no focused element (WCAG 2.4.11). Returns a function that stops it. */
function makeRoom(note: HTMLElement): () => void {
  const page = document.documentElement;
  const watch = new ResizeObserver(() => {
    page.style.setProperty('--bubble-space', `${note.offsetHeight}px`);
  });
  watch.observe(note);
  page.dataset.bubble = '';
  return () => {
    watch.disconnect();
    page.style.removeProperty('--bubble-space');
    delete page.dataset.bubble;
  };
}

/** Resolves once the server has said who is signed in. */
function untilConnected(root: RootActor, onChange: () => void): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      onChange();
      if (root.getSnapshot().context.auth === 'checking') return;
      subscription.unsubscribe();
      resolve();
    };
    const subscription = root.subscribe(look);
    look();
  });
}
