/** While true, everybody who has a password checked finds all places taken. */
export const crowd = { isFull: false };
