/** First part of the id, or of a province's code, of everything the built-in sample data stands in with. No server gives such ids. */
const sampleMark = 'contoh:';

/** The id of a thing of the sample data, where it stands in for an answer of a server. */
export function markSample(id: string): string {
  return sampleMark + id;
}

/** True for an id that says its thing is sample data: it has to be labelled, and cannot be bought. */
export function isSample(id: string): boolean {
  return id.startsWith(sampleMark);
}
