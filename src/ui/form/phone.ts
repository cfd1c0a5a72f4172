import { normalisePhone } from '../../../contract/fields.ts';

/** Calling codes in the phone field (§2.251), the most used first. */
export const phonePrefixes = `
62 60 65 1 44 31 33 49 61 63 66 81 82 84 86 91 670 673 852 886 966 971 7 20 27 30 32 34 36 39 40 41 43 45 46 47 48 51
52 53 54 55 56 57 58 64 90 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233
234 235 236 237 238 239 240 241 242 243 244 245 246 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264
265 266 267 268 269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378
380 381 382 383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597
598 599 672 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 850 853 855 856 880 960 961 962
963 964 965 967 968 970 972 973 974 975 976 977 992 993 994 995 996 998`
  .trim()
  .split(/\s/)
  .map((code) => `+${code}`);

export interface PhoneParts {
  readonly prefix: string;
  /** As typed, without the prefix. */
  readonly national: string;
}

/** Splits a stored number into prefix and rest; an unknown prefix stays in the text, under +62. */
export function splitPhone(value: string): PhoneParts {
  const text = value.trim();
  const prefix = phonePrefixes.find((known) => text.startsWith(known));
  return prefix === undefined
    ? { prefix: '+62', national: text }
    : { prefix, national: text.slice(prefix.length).trim() };
}

/** Joins and normalises a number as the server does (§5.12); empty without input. */
export function joinPhone({ prefix, national }: PhoneParts): string {
  const text = national.replace(/[^\d+]/g, '');
  return text === '' ? '' : normalisePhone(text, prefix);
}
