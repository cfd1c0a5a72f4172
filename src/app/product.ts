/** Name of the product, as the pages print it. */
export const productName = 'Roetix';

/** Where organisers register, when that is another site; null keeps them on our own page (ruling 1.1-B). */
export const organizerSite: string | null = null;

/** Where buyers write to. */
export const supportEmail = 'bantuan@roetix.example';
