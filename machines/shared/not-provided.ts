import { type AnyActorLogic, fromPromise } from 'xstate';

/** Body of a port that nobody filled in: fails with the port's own name, so that a forgotten wire is found at once. */
export function notProvided(port: string): () => Promise<never> {
  return () => Promise.reject(new Error(`The port "${port}" is not provided.`));
}

/** A flow whose code is fetched when it is first needed: until then it fails with its own name, like any port nobody filled in. */
export function flowNotProvided<Logic extends AnyActorLogic>(port: string): Logic {
  return fromPromise(notProvided(port)) as unknown as Logic;
}
