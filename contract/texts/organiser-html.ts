/** Tags that text of an organiser may hold (ruling 1.2-Q): text, lists and links, nothing that draws, loads or runs. */
export const organiserTags = [
  'p',
  'br',
  'hr',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'strong',
  'b',
  'em',
  'i',
  'u',
  'blockquote',
  'a',
];

/** Addresses its links may have; a relative one would point into the product itself. */
export const organiserLinks = /^(?:https:\/\/|mailto:)/i;
