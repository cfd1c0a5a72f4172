import type * as z from 'zod/mini';
import type { PageSettings } from '../../contract/settings.ts';
import { siteOrNone } from './values.ts';

/** The shop's pages on other sites, as variables with their types. */
export const socialVariables = {
  SOCIAL_CHAT_URL: siteOrNone,
  SOCIAL_PHOTOS_URL: siteOrNone,
  SOCIAL_VIDEOS_URL: siteOrNone,
} as const;

type SocialValues = {
  [Name in keyof typeof socialVariables]?: z.infer<(typeof socialVariables)[Name]> | undefined;
};

/** The links that are set, by kind: null, for 'none', shows no icon, a missing one uses the default of the pages. */
export function socialOf(values: SocialValues): Readonly<Partial<PageSettings['social']>> {
  return {
    ...linkOf('chat', values.SOCIAL_CHAT_URL),
    ...linkOf('photos', values.SOCIAL_PHOTOS_URL),
    ...linkOf('videos', values.SOCIAL_VIDEOS_URL),
  };
}

function linkOf(kind: keyof PageSettings['social'], value: string | undefined) {
  return value === undefined ? {} : { [kind]: value === 'none' ? null : value };
}
