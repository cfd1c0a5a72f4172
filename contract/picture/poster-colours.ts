import * as z from 'zod/mini';

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Must look like #b30f58'));

/**
 * Two colours of an event's poster, `#rrggbb`: the ground of a ticket's head and the colour into which it runs. White text on either, and
 * on what lies between them, has a contrast of at least 4.5 to 1.
 */
export const posterColoursSchema = z.object({ ground: colour, glow: colour });
/** Two colours of an event's poster. */
export type PosterColours = z.infer<typeof posterColoursSchema>;
