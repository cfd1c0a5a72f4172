import { createBrowserInspector } from '@statelyai/inspect';
import type { Inspection } from './inspection.ts';
import { showOpenButton } from './open-button.ts';
import { createRedactor } from './redact.ts';

/** Inspects on the page that Stately hosts. All data is masked, but leaves this machine once the developer presses the button. */
export function inspectHosted(window: Window): Inspection {
  const redact = createRedactor();
  const inspector = createBrowserInspector({
    window,
    autoStart: false,
    serializationDepthLimit: 30,
    serialize: (message) => redact(message) as unknown as typeof message,
  });
  const button = showOpenButton(window.document, 'Open the inspector at stately.ai', () => {
    inspector.start();
    button.hide();
  });
  return {
    inspect: (event) => inspector.inspect.next?.(event),
    offerSeats: () => undefined,
  };
}
