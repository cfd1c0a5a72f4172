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

/** The links that are set, by kind; null for one that is unset or 'none' shows no icon. */
export function socialOf(values: SocialValues): PageSettings['social'] {
  return {
    chat: linkOf(values.SOCIAL_CHAT_URL),
    photos: linkOf(values.SOCIAL_PHOTOS_URL),
    videos: linkOf(values.SOCIAL_VIDEOS_URL),
  };
}

function linkOf(value: string | undefined): string | null {
  return value === undefined || value === 'none' ? null : value;
}
