import { type Demo, openDemo } from './open.ts';

/** The demo of this window, in the place of the file of the same name one room up. */
export const demo: Demo | null = openDemo(window);
