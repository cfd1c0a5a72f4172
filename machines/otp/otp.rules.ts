import { otpLength } from '../../contract/limits.ts';

/** True for six digits and nothing else (§5.15). */
export function isWholeCode(code: string): boolean {
  return code.length === otpLength && /^\d+$/.test(code);
}
