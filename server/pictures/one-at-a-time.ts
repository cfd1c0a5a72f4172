/** Runs work one at a time, and gives simultaneous requests for one key the same result. A failure is not kept. */
export function oneAtATime<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  let last: Promise<unknown> = Promise.resolve();
  return (key, work) => {
    const known = running.get(key);
    if (known !== undefined) return known;
    const made = last.then(work);
    last = made.catch(() => {});
    running.set(key, made);
    const forget = () => running.delete(key);
    made.then(forget, forget);
    return made;
  };
}
