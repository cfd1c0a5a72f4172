import { storagePrefix } from '../../contract/stored/stored-key.ts';
import { newId } from '../effects/ids.ts';
import { createAppLine } from './app-line.ts';
import type { Inspection } from './inspection.ts';
import { showOpenButton } from './open-button.ts';
import { channelName } from './wire.ts';

const pageAddress = '/inspector.html';
const tabName = `${storagePrefix}:inspect:tab`;
/** Time for an already open page to respond, in milliseconds. */
const answerMs = 300;

/** Inspects on our own page: in a window that this function opens, or in any tab of this browser in which the developer opens it. */
export function inspectOnOwnPage(window: Window): Inspection {
  const channel = new BroadcastChannel(channelName);
  const line = createAppLine((packet) => channel.postMessage(packet), {
    run: newId(),
    tab: tabId(window.sessionStorage),
  });
  // Without an address `open` finds the window without reloading it, so that it keeps the logs of earlier page loads.
  const open = () => {
    const found = window.open('', 'roetix-inspector', 'popup,width=1320,height=860');
    if (found !== null && found.location.pathname !== pageAddress) {
      found.location.replace(new URL(pageAddress, window.location.origin));
    }
  };
  const button = showOpenButton(window.document, 'Open the inspector', open);

  channel.addEventListener('message', (event) => {
    if (event.origin !== window.location.origin) return;
    if (line.hear(event.data)) button.hide();
    else button.show();
  });
  line.announce();
  // A browser allows this without a press only if pop-ups are allowed; otherwise the developer uses the button.
  window.setTimeout(() => {
    if (button.isShown()) open();
  }, answerMs);
  window.addEventListener('pagehide', line.leave);
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) line.announce();
  });
  return { inspect: line.inspect, offerSeats: line.offerSeats };
}

function tabId(storage: Storage): string {
  const known = storage.getItem(tabName);
  if (known !== null) return known;
  const fresh = newId();
  storage.setItem(tabName, fresh);
  return fresh;
}
