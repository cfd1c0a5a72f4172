const ownMethod = "A method of our code or of a library, and not the browser's.";
const detected = 'Called only where it exists.';
const ornament =
  'Without it the rule is dropped, which hides nothing and moves nothing out of reach.';
const animation = 'Shapes an animation that only browsers with view transitions play.';
const offscreen = 'A browser without OffscreenCanvas paints in the page.';
const push = 'Offered only where the browser has PushManager and Notification.';

/** What the built files use above the list of browsers, each with its guard. The check refuses anything else. */
export const allowed: Readonly<Record<string, string>> = {
  '.check': ownMethod,
  '.createContext': ownMethod,
  '.drop': ownMethod,
  '.grow': ownMethod,
  '.navigate': ownMethod,
  '.setStatus': ownMethod,
  '.use': ownMethod,
  '.subscribe': push,
  '.unsubscribe': push,
  '.getSubscription': push,
  '.showNotification': push,
  'Notification.requestPermission': push,
  '.skipTransition': detected,
  '.startViewTransition': detected,
  '.requestIdleCallback': detected,
  '.toHex': detected,
  'Uint8Array.fromHex': detected,
  '.createPolicy': detected,
  '.getAttributeType': detected,
  '.share': detected,
  '.print': detected,
  '.vibrate': detected,
  '.detect': detected,
  'AbortSignal.any': detected,
  '.roundRect': 'Seats are square without it.',
  OffscreenCanvas: offscreen,
  '.transferToImageBitmap': offscreen,
  ':has': ornament,
  ':root:has': ornament,
  'html:has': ornament,
  'dialog:modal': ornament,
  '.body:has': ornament,
  '.box:has': ornament,
  '.card:has': ornament,
  '.date:has': ornament,
  '.method:has': ornament,
  '.option:has': ornament,
  '.show:has': ornament,
  '::selection': ornament,
  '::-webkit-progress-bar': ornament,
  '::-webkit-progress-value': ornament,
  '::-moz-progress-bar': ornament,
  '@page': ornament,
  '@container': ornament,
  '::view-transition': animation,
  '::view-transition-group': animation,
  '::view-transition-old': animation,
  '::view-transition-new': animation,
};
