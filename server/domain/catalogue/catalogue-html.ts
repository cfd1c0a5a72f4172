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
      // A relative address would lead into the product itself: only absolute ones of the two schemes stay.
      const attributes: sanitize.Attributes = { rel: 'noopener nofollow' };
      if (organiserLinks.test(href)) attributes.href = href;
      return { tagName, attribs: attributes };
    },
  },
};

/**
 * Reduces organiser HTML to text tags and links to https and mailto (§2.132); drops everything else, scripts and styles with their content.
 * Applied when HTML is stored and again when it is sent. Accepts any text.
 */
export function sanitizeOrganiserHtml(html: string): string {
  return sanitize(html, options);
}
