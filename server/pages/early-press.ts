import { createHash } from 'node:crypto';
import { pressedAttribute } from '../../contract/stored/rendering.ts';

/** Inline script of a rendered page: marks the button that is pressed last before the app runs, which then presses it again. */
export const earlyPressScript = `onclick = ({ target }) => {
  const button = target.closest('button[type=button]');
  if (!button) return;
  document.querySelector('[${pressedAttribute}]')?.removeAttribute('${pressedAttribute}');
  button.setAttribute('${pressedAttribute}', '');
};`;

/** Its hash for the content security policy. */
export const earlyPressHash = `sha256-${createHash('sha256').update(earlyPressScript).digest('base64')}`;
