/** Whether a request lists a content coding, with any weight. */
export function takes(encodings: string | string[] | undefined, name: string): boolean {
  return new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(String(encodings));
}
