import { useCallback, useEffect, useState } from 'react';
import { type Failure, isRefusedAs, type Result } from '../../machines/shared/result.ts';

/** What a call answered, and the way to a failure and to another read; `read` must stay the same function. */
export interface Read<T> {
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly fail: (failure: Failure | null) => void;
  readonly again: () => Promise<void>;
}

/** Reads once for a page; a sign-in that has ended goes to the page. */
export function useRead<T>(read: () => Promise<Result<T>>, onEnded: () => void): Read<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fail = useCallback(
    (problem: Failure | null) => {
      if (problem !== null && isRefusedAs(problem, 'unauthenticated')) onEnded();
      setFailure(problem);
    },
    [onEnded],
  );
  const again = useCallback(async () => {
    const answer = await read();
    if (answer.ok) setValue(answer.value);
    else fail(answer.failure);
  }, [read, fail]);
  useEffect(() => {
    void again();
  }, [again]);
  return { value, failure, fail, again };
}
