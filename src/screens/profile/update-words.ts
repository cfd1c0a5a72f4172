import type { Failure } from '../../../machines/shared/outcome.ts';

/** Why a change of the account was not kept: the words of §8, and what the server has to say beside them. */
export interface UpdateFailure {
  readonly words: string;
  readonly detail: string | null;
}

const checkInput = 'Please check your input and try again.';
const notKept = 'Failed to update profile. Please try again.';
const network = 'Network error. Please check your connection and try again.';
const unexpected = 'An unexpected error occurred. Please try again.';

/** Words of a profile that could not be updated (§8). A refusal is answered in the server's words, input that will not do with both. */
export function updateFailure(failure: Failure): UpdateFailure {
  switch (failure.kind) {
    case 'unreachable':
      return { words: unexpected, detail: null };
    case 'broken':
      // An answer that cannot be read came over a network that works.
      return { words: failure.status < 400 ? notKept : network, detail: null };
    case 'refused': {
      const own = failure.message;
      if (failure.status !== 422) return { words: own || notKept, detail: null };
      return { words: checkInput, detail: own === '' || own === checkInput ? null : own };
    }
  }
}
