/** Prefix of ids and province codes in sample data that replaces a response. No server issues such ids. */
const sampleMark = 'contoh:';

/** Marks an id of sample data that replaces a response of a server. */
export function markSample(id: string): string {
  return sampleMark + id;
}

/** True for the id of sample data, which must be labelled and cannot be bought. */
export function isSample(id: string): boolean {
  return id.startsWith(sampleMark);
}
