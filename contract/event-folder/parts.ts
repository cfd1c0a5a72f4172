import * as z from 'zod/mini';
import { manyLines, oneLine, visible } from '../texts/visible-text.ts';
import { describeMoment, momentPattern } from './moment.ts';

/** Makes a schema explain itself in editors. */
export const says = (text: string) => z.describe(text);

/** A text of one line that is not empty, without invisible characters. */
export const text = (most: number, description: string) =>
  z
    .string()
    .check(
      visible(),
      z.minLength(1, 'Must not be empty'),
      z.maxLength(most, `Must have at most ${most} characters`),
      oneLine(),
      says(description),
    );

/** A text of `least` to `most` characters that may have several lines, without invisible characters. */
export const paragraph = (least: number, most: number, description: string) =>
  z
    .string()
    .check(
      visible(),
      z.minLength(least, 'Must not be empty'),
      z.maxLength(most, `Must have at most ${most} characters`),
      manyLines(),
      says(description),
    );

/** A moment of an event folder. */
export const momentSchema = z
  .string()
  .check(z.regex(momentPattern, `Must be ${describeMoment}`), says(describeMoment));

/** A day of a form. */
export const dayText = z
  .string()
  .check(z.regex(/^[12]\d{3}-\d{2}-\d{2}$/, 'Must be a day as 2026-03-07'));

/** The path of a file in the folder. */
export const fileSchema = (description: string) =>
  z
    .string()
    .check(
      z.regex(
        /^[\w][\w.-]*(?:\/[\w][\w.-]*)*$/,
        'Must be the path of a file in the folder of the event, such as poster.jpg',
      ),
      says(description),
    );

/** An amount in whole rupiah. */
export const rupiah = (description: string) =>
  z
    .int('Must be whole rupiah without dots, such as 150000')
    .check(
      z.nonnegative('Must not be negative'),
      z.maximum(1_000_000_000, 'Must be at most 1000000000'),
      says(description),
    );
