/** A response of the API as it is read in bytes. */
export function fileOf(data: unknown): Blob {
  return new Blob([JSON.stringify({ data })]);
}
