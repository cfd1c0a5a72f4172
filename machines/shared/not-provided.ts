/** Body of a port that nobody filled in: fails with the port's own name, so that a forgotten wire is found at once. */
export function notProvided(port: string): () => Promise<never> {
  return () => Promise.reject(new Error(`The port "${port}" is not provided.`));
}
