import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { StartError } from '../start-error.ts';
import type { PaymentGateway } from './gateway.ts';
import {
  carrierOf,
  type MethodRow,
  type OfferedMethod,
  offerMethods,
  usualRows,
} from './offered.ts';

const setting = 'PAYMENT_METHODS_FILE';
const whole = z.int('must be whole rupiah').check(z.minimum(0, 'must not be negative'));
const words = z
  .string('must be a text')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(60, 'is too long'));
/** The groups that the app shows (§12.5). */
const groups = ['QRIS', 'E-Wallet', 'Virtual Account'] as const;

const rowSchema = z.strictObject(
  {
    code: words,
    gateway: z.optional(words),
    name: z.optional(words),
    group: z.optional(z.enum(groups, `must be one of ${groups.join(', ')}`)),
    icon_url: z.optional(
      z
        .string('must be a text')
        .check(
          z.regex(/^(?:https:\/\/|\/)\S+$/, 'must begin with https:// or with / on this site'),
        ),
    ),
    recommended: z.optional(z.boolean('must be true or false')),
    fee: z.optional(
      z.strictObject(
        {
          percent: z.optional(
            z
              .number('must be a number')
              .check(z.minimum(0, 'must not be negative'), z.maximum(10, 'must be at most 10')),
          ),
          rupiah: z.optional(whole),
        },
        'must be an object with percent, rupiah or both',
      ),
    ),
    min_amount: z.optional(whole),
    max_amount: z.optional(whole),
  },
  'must be an object',
);
const fileSchema = z
  .array(rowSchema, 'must be a list of methods')
  .check(z.minLength(1, 'must name at least one method'));

/**
 * The methods that buyers choose from: those of the operator's file in its order, or the usual ones without a file. Throws StartError with every
 * mistake of the file, one a line.
 */
export function readOfferedMethods(
  selling: readonly PaymentGateway[],
  file: string | null,
): readonly OfferedMethod[] {
  return offerMethods(selling, file === null ? usualRows(selling) : readRows(selling, file));
}

function readRows(selling: readonly PaymentGateway[], file: string): readonly MethodRow[] {
  const read = fileSchema.safeParse(contentOf(file));
  if (!read.success) {
    throw new StartError(
      read.error.issues
        .map(
          (issue) =>
            `${setting} ${file}: ${placeOf(issue.path)}${issue.code === 'unrecognized_keys' ? `has unknown fields: ${issue.keys.join(', ')}` : issue.message}.`,
        )
        .join('\n'),
    );
  }
  const problems = read.data.flatMap((row, index) =>
    problemsOf(selling, read.data.slice(0, index), row).map(
      (problem) => `${setting} ${file}: method ${index + 1} (${row.code}) ${problem}.`,
    ),
  );
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return read.data;
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `${setting} names ${file}, which cannot be read (${code}). Write the file, or unset ${setting} to sell every method.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`${setting} ${file} is no JSON: ${(error as Error).message}.`);
  }
}

/** 'method 2, fee.percent ' for the path of an issue. */
function placeOf([index, ...rest]: readonly PropertyKey[]): string {
  if (typeof index !== 'number') return '';
  const field = rest.map(String).join('.');
  return `method ${index + 1}${field === '' ? ' ' : `, ${field} `}`;
}

function problemsOf(
  selling: readonly PaymentGateway[],
  before: readonly MethodRow[],
  row: MethodRow,
): readonly string[] {
  const problems: string[] = [];
  if (before.some(({ code }) => code === row.code)) problems.push('is named twice');
  const { percent = 0, rupiah = 0 } = row.fee ?? {};
  if (row.code === 'qris' && percent + rupiah > 0) {
    problems.push('has a fee: merchants may not charge their buyers for QRIS. Remove its fee');
  }
  const gateway = carrierOf(selling, row);
  if (gateway === undefined) {
    const names = selling.map(({ name }) => name);
    const of = row.gateway === undefined ? names.join(' or ') : row.gateway;
    const isSelling = row.gateway === undefined || names.includes(row.gateway);
    problems.push(
      isSelling
        ? `is no method of ${of}, which has ${codesOf(selling, row.gateway)}`
        : `names the gateway ${of}, which PAYMENT_GATEWAYS does not name`,
    );
    return problems;
  }
  const terms = gateway.methods.find(({ code }) => code === row.code);
  const least = Math.max(row.min_amount ?? 0, terms?.minAmount ?? 0);
  const most = Math.min(row.max_amount ?? Number.POSITIVE_INFINITY, terms?.maxAmount ?? 0);
  if (least > most) {
    problems.push(`takes no amount: at ${gateway.name} its limits are ${least} to ${most}`);
  }
  return problems;
}

function codesOf(selling: readonly PaymentGateway[], name: string | undefined): string {
  return selling
    .filter((gateway) => name === undefined || gateway.name === name)
    .flatMap(({ methods }) => methods.map(({ code }) => code))
    .join(', ');
}
