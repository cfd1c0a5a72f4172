const MINIMUM_MAJOR = 20;
const MINIMUM_MINOR = 19;

/** A sentence if this Node is older than the project needs, otherwise undefined. `version` like '20.19.0'. */
export function explainOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isRecent = major > MINIMUM_MAJOR || (major === MINIMUM_MAJOR && minor >= MINIMUM_MINOR);
  if (isRecent) return undefined;
  return `Roetix needs Node ${MINIMUM_MAJOR}.${MINIMUM_MINOR} or newer; this is ${version}. Get it from https://nodejs.org.`;
}

/** Ends the process with that sentence if this Node is too old. */
export function requireRecentNode(): void {
  const problem = explainOldNode(process.versions.node);
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}
