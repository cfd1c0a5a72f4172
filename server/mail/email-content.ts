/** The text of an e-mail in one language; a one-time code stands between the greeting and the lines. */
export interface EmailText {
  readonly greeting: string;
  readonly lines: readonly string[];
}

/** A text in both languages. */
export interface Bilingual {
  readonly id: string;
  readonly en: string;
}

/** The event that an e-mail is about; `poster` is an absolute URL or null. */
export interface EmailEvent {
  readonly id: string;
  readonly name: string;
  readonly poster: string | null;
  readonly when: Bilingual;
  readonly where: string;
}

/** One ticket with the URL of its page. */
export interface EmailTicket {
  readonly seat: string;
  readonly category: string;
  readonly url: string;
}

/** A line of a receipt; the total is emphasised. */
export interface ReceiptLine {
  readonly label: Bilingual;
  readonly text: string;
  readonly isTotal?: boolean;
}

/** The content of an e-mail: Indonesian, then the parts common to both languages, then English. */
export interface EmailContent {
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly productName: string;
  readonly code?: string;
  readonly indonesian: EmailText;
  readonly english: EmailText;
  readonly event?: EmailEvent;
  readonly tickets?: readonly EmailTicket[];
  readonly receipt?: readonly ReceiptLine[];
  /** The button that leads to the next step. */
  readonly action?: { readonly label: Bilingual; readonly url: string };
}

/** Returns both texts, or one where they are equal. */
export function bilingual({ id, en }: Bilingual): string {
  return id === en ? id : `${id} / ${en}`;
}
