import type { Failure } from '../../machines/shared/result.ts';
import { type Api, fetchedRow } from '../effects/http/api.ts';

/**
 * Paths of the reads of the public catalogue: those of §16.40. Nothing else may ever get sample data.
 * By path, since the rows of the contract are no part of the first load.
 */
export const catalogueReads: readonly string[] = [
  '/featured-events',
  '/promo-events',
  '/event-list',
  '/event-search',
  '/event/{slug}',
  '/locations/provinces/{countryId}',
];

/** Message of the error when a call fails and no sample replaces it; callers show messages of their own (§8.32). */
const noSample = 'Mock endpoint not found';

/** True for a failure of server or network, not for a refusal or a malformed response. */
function isOutage(failure: Failure): boolean {
  return failure.kind === 'unreachable' || (failure.kind === 'broken' && failure.status >= 500);
}

/**
 * Wraps the calls: if `isOn`, a read of the catalogue that fails in server or network returns labelled sample data. Otherwise, and where
 * the samples have no data, the failure is reported as 'Mock endpoint not found' and logged (§8.32).
 */
export function withSamples(api: Api, isOn: boolean): Api {
  const page: Api['page'] = async (row, given) => {
    const answer = await api.page(row, given);
    const call = answer.ok ? null : await fetchedRow(row);
    if (
      answer.ok ||
      call === null ||
      !catalogueReads.includes(call.path) ||
      !isOutage(answer.failure)
    ) {
      return answer;
    }
    // The caller has aborted: this is no failure.
    if (given.signal?.aborted) return answer;
    // Without a network this code may fail to load too; then there is no sample.
    const samples = isOn ? await import('./stand-in.ts').catch(() => null) : null;
    const sample = samples?.standInFor(call.path, given, Date.now()) ?? null;
    if (sample !== null) return { ok: true, value: sample as never };
    console.warn(`${noSample}: ${call.path} (${answer.failure.message})`);
    return { ok: false, failure: { ...answer.failure, message: noSample } };
  };
  return {
    ...api,
    page,
    async call(call, given) {
      const answer = await page(call, given);
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },
  };
}
