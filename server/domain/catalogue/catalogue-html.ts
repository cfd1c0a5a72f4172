import sanitize from 'sanitize-html';
import { organiserLinks, organiserTags } from '../../../contract/texts/organiser-html.ts';

const options: sanitize.IOptions = {
  allowedTags: organiserTags,
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, attribs) => {
      const href = attribs.href?.trim() ?? '';
      // A relative address would point into the product itself: only whole ones of the two schemes are kept.
      const attributes: sanitize.Attributes = { rel: 'noopener nofollow' };
      if (organiserLinks.test(href)) attributes.href = href;
      return { tagName, attribs: attributes };
    },
  },
};

/**
 * Organiser HTML reduced to text tags and links to https and mailto (ruling 1.2-Q); everything else is dropped, scripts and styles
 * with their content. Used when HTML is stored and again when it is answered. Total.
 */
export function sanitizeOrganiserHtml(html: string): string {
  return sanitize(html, options);
}
