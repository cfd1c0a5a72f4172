/** Tags that organisers may use (§2.132): text, lists and links, nothing that draws, loads or runs. */
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

/** Allowed link addresses; a relative one would lead into the product itself. */
export const organiserLinks = /^(?:https:\/\/|mailto:)/i;
