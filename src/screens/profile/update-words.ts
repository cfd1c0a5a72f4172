import type { Failure } from '../../../machines/shared/result.ts';

/** Message of a failed account change: the text of §8.29, and the server's sentence. */
export interface UpdateFailure {
  readonly words: string;
  readonly detail: string | null;
}

const checkInput = 'Please check your input and try again.';
const notKept = 'Failed to update profile. Please try again.';
const network = 'Network error. Please check your connection and try again.';
const unexpected = 'An unexpected error occurred. Please try again.';

/** Message of a failed profile update (§8.29). A refusal shows the server's sentence, invalid input both. */
export function updateFailure(failure: Failure): UpdateFailure {
  switch (failure.kind) {
    case 'unreachable':
      return { words: unexpected, detail: null };
    case 'broken':
      // A malformed response proves that the network works.
      return { words: failure.status < 400 ? notKept : network, detail: null };
    case 'refused': {
      const own = failure.message;
      if (failure.status !== 422) return { words: own || notKept, detail: null };
      return { words: checkInput, detail: own === '' || own === checkInput ? null : own };
    }
  }
}
