import { type Demo, openDemo } from './open.ts';

/** The demo of this window; replaces the file of the same name one folder up. */
export const demo: Demo | null = openDemo(window);
