import type { Stage } from './stage.ts';

/** The headings of the desk: the sections of §4, and further faults. */
export const sections = [
  'Authentication',
  'Code by e-mail',
  'Session and bubble',
  'Queue',
  'Seat page',
  'Voucher',
  'Order form',
  'Payment method',
  'Payment',
  'Tickets and history',
  'Lists and search',
  'Network and real-time',
] as const;
/** Heading of the desk. */
export type Section = (typeof sections)[number];

/** One action before the page opens, by the API or by a tool of /dev. */
export interface Step {
  /** What it does, in words for testers. */
  readonly says: string;
  run(stage: Stage): Promise<void>;
}

/** One action in the opened page, as its buyer would do it, or beside it while it is open. */
export type Act =
  | { readonly kind: 'see'; readonly words: string }
  | { readonly kind: 'press'; readonly name: string }
  /** Presses an element that only narrow pages have; skips it if it is missing. */
  | { readonly kind: 'press-if'; readonly name: string }
  | { readonly kind: 'fill'; readonly label: string; readonly value: string }
  /** Types the newest code sent to an address. */
  | { readonly kind: 'code'; readonly email: string }
  | { readonly kind: 'meanwhile'; readonly steps: readonly Step[] }
  /** The tester returns to the tab: the page reads again (§4.13). */
  | { readonly kind: 'wake' }
  /** Waits until the page reads the topics of its event. */
  | { readonly kind: 'connected' };

/** A named scenario: its steps, and the result that a tester sees. */
export interface Scenario {
  readonly title: string;
  readonly section: Section;
  /** Ends the sentence 'You will see …'. */
  readonly sees: string;
  /** Texts on the page at that point. */
  readonly words: readonly string[];
  /** The person whose session cookie the browser gets; null for a visitor. */
  readonly as: string | null;
  readonly steps: readonly Step[];
  /** The page that the browser opens; a function if the path contains an id from the facts. */
  readonly path: string | ((stage: Stage) => string);
  readonly acts?: readonly Act[];
}

/** Keeps the names of a group of scenarios as literal types. */
export function scenarios<const S extends Readonly<Record<string, Scenario>>>(group: S): S {
  return group;
}

/** Waits until a text is on the page. */
export const see = (words: string): Act => ({ kind: 'see', words });
/** Presses the visible button, link or option with a name. */
export const press = (name: string): Act => ({ kind: 'press', name });
/** Presses a button that only a narrow page has, such as the one that opens a sheet. */
export const pressIfThere = (name: string): Act => ({ kind: 'press-if', name });
/** Types into the field with a label. */
export const fill = (label: string, value: string): Act => ({ kind: 'fill', label, value });
/** Types the code from the e-mail. */
export const typeCode = (email: string): Act => ({ kind: 'code', email });
/** Steps of other people, or of the server, while the page is open. */
export const meanwhile = (...steps: readonly Step[]): Act => ({ kind: 'meanwhile', steps });
/** Returns to the tab, so that the page reads changes for which it may have missed the message. */
export const wake = (): Act => ({ kind: 'wake' });
/** Waits until the page receives messages, so that the next one is not lost. */
export const connected = (): Act => ({ kind: 'connected' });
