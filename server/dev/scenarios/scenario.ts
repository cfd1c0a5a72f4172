import type { Stage } from './stage.ts';

/** The headings of the desk: the sections of §4, and what may go wrong beside them. */
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

/** One thing done before the page opens, by the API or by a tool of /dev. */
export interface Step {
  /** What it does, as a person would say it. */
  readonly says: string;
  run(stage: Stage): Promise<void>;
}

/** One thing done in the opened page, as its buyer would, or beside it while it is open. */
export type Act =
  | { readonly kind: 'see'; readonly words: string }
  | { readonly kind: 'press'; readonly name: string }
  /** Presses what only narrow pages have; goes on where it is not there. */
  | { readonly kind: 'press-if'; readonly name: string }
  | { readonly kind: 'fill'; readonly label: string; readonly value: string }
  /** Types the newest code mailed to an address. */
  | { readonly kind: 'code'; readonly email: string }
  | { readonly kind: 'meanwhile'; readonly steps: readonly Step[] }
  /** The tester comes back to the tab: the page reads anew (ruling 1.4-K). */
  | { readonly kind: 'wake' }
  /** Waits until the page reads the topics of its event. */
  | { readonly kind: 'connected' };

/** A named situation: how to get there, and what a tester finds. */
export interface Scenario {
  readonly title: string;
  readonly section: Section;
  /** Ends the sentence 'You will see …'. */
  readonly sees: string;
  /** Words that stand on the page then. */
  readonly words: readonly string[];
  /** Whose session the browser gets; null for nobody's. */
  readonly as: string | null;
  readonly steps: readonly Step[];
  /** Where the browser lands; from the facts where an id stands in it. */
  readonly path: string | ((stage: Stage) => string);
  readonly acts?: readonly Act[];
}

/** Keeps the names of a group of situations as literal types. */
export function scenarios<const S extends Readonly<Record<string, Scenario>>>(group: S): S {
  return group;
}

/** Waits until words stand on the page. */
export const see = (words: string): Act => ({ kind: 'see', words });
/** Presses the visible button, link or choice of a name. */
export const press = (name: string): Act => ({ kind: 'press', name });
/** Presses a button that only a narrow page has, such as the one that opens a sheet. */
export const pressIfThere = (name: string): Act => ({ kind: 'press-if', name });
/** Types into the field of a label. */
export const fill = (label: string, value: string): Act => ({ kind: 'fill', label, value });
/** Types the code that was mailed. */
export const typeCode = (email: string): Act => ({ kind: 'code', email });
/** What others do, or the server, while the page is open. */
export const meanwhile = (...steps: readonly Step[]): Act => ({ kind: 'meanwhile', steps });
/** Comes back to the tab, so that the page reads what no message may have told it. */
export const wake = (): Act => ({ kind: 'wake' });
/** Waits until messages reach the page, so that the next one is not lost. */
export const connected = (): Act => ({ kind: 'connected' });
