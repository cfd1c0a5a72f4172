/** One language of a letter; a code stands between the greeting and the lines. */
export interface LetterPart {
  readonly greeting: string;
  readonly lines: readonly string[];
}

/** Words in both languages. */
export interface Both {
  readonly id: string;
  readonly en: string;
}

/** The event a letter is about: its poster (an absolute address, or none), and where and when it is. */
export interface LetterEvent {
  readonly name: string;
  readonly poster: string | null;
  readonly when: Both;
  readonly where: string;
}

/** One ticket, with the address of its page. */
export interface LetterTicket {
  readonly seat: string;
  readonly category: string;
  readonly url: string;
}

/** A line of a receipt; the last one of a sum stands out. */
export interface ReceiptLine {
  readonly label: Both;
  readonly text: string;
  readonly isTotal?: boolean;
}

/** What a letter says: Indonesian first, then English; what stands in between is the same in both. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly productName: string;
  readonly code?: string;
  readonly indonesian: LetterPart;
  readonly english: LetterPart;
  readonly event?: LetterEvent;
  readonly tickets?: readonly LetterTicket[];
  readonly receipt?: readonly ReceiptLine[];
  /** Where to go on. */
  readonly action?: { readonly label: Both; readonly url: string };
}

/** Both words once where they are the same. */
export function bothOf({ id, en }: Both): string {
  return id === en ? id : `${id} / ${en}`;
}
