import type { LiveSession } from '../../contract/stored/live-session.ts';
import type { Locale } from '../../contract/texts/locale.ts';
import { shortMoment } from '../text/format.ts';
import { pathOfSession } from './live-session.ts';
import styles from './stored-pages.module.css';
import { wordsIn } from './words/words-in.ts';

/** Creates an element with a class and its content. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== undefined) made.className = className;
  made.append(...content);
  return made;
}

/** A moment of the reader's day: `7 Mar, 19:30 WIB`. */
export const moment = (at: number, locale: Locale) => shortMoment(at, locale, 'Asia/Jakarta');

/**
 * What this device knows of a live session, and the link to its page. That page needs the network: a press is stored, and `onPress` gets the
 * address to open once the network is back.
 */
export function wayBack(
  session: LiveSession,
  locale: Locale,
  onPress: (path: string) => void,
): HTMLElement {
  const words = wordsIn(locale);
  const { step, event, deadline, readAt } = session;
  const times = [
    words.lastKnown(moment(readAt, locale)),
    deadline === null ? '' : words.until(moment(deadline, locale)),
  ];
  const link = element('a', styles.resume, words.resume);
  link.href = pathOfSession(session);
  const said = element('p', styles.soft);
  said.setAttribute('role', 'status');
  link.addEventListener('click', (press) => {
    press.preventDefault();
    said.textContent = words.opening;
    onPress(link.pathname);
  });
  const head = element('strong', undefined, words.steps[step]);
  return element(
    'div',
    styles.session,
    element('p', undefined, head, event === null ? '' : `: ${event}`),
    element('p', styles.soft, times.join(' ').trim()),
    link,
    said,
  );
}
