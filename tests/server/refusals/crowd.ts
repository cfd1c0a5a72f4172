/** While true, the password hasher refuses every check as overloaded. */
export const crowd = { isFull: false };
