import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { ticketsOfKey } from '../../contract/stored/stored-key.ts';
import { dropAnswers, keptAnswers } from '../effects/kept-tickets/store.ts';
import { pageStarted } from '../effects/page-started.ts';
import { createBrowserStore } from '../effects/storage/storage.ts';
import { rememberedLocale } from '../text/remembered-locale.ts';
import { showRememberedTheme } from '../ui/theme.ts';
import { KeptTicketsPage } from './kept-tickets-page.tsx';
import { keptEvents, outdatedNames } from './shelf.ts';

showRememberedTheme();
const container = document.getElementById('kept');
if (container === null) throw new Error('kept-tickets.html has no #kept.');

const store = createBrowserStore(window, () => null);

const now = Date.now();
const kept = await keptAnswers(store);
const outdated = new Set(outdatedNames(kept, now));
const events = keptEvents(
  kept.filter(({ name }) => !outdated.has(name)),
  now,
);
if (kept.length > 0) watchSignOut();
createRoot(container).render(<KeptTicketsPage events={events} locale={rememberedLocale()} />);
pageStarted();
await dropAnswers(store, [...outdated]);

/** Hides the tickets after a sign-out in another tab or on the previous page of the history. */
function watchSignOut(): void {
  const leaveWhenForgotten = () => {
    if (store.read(ticketsOfKey) === null) location.reload();
  };
  addEventListener('storage', leaveWhenForgotten);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) leaveWhenForgotten();
  });
}
