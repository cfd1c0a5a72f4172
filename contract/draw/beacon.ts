/**
 * drand's quicknet: a public beacon of random values that nobody knows before their time. Its values are BLS signatures of the number of their round
 * (scheme bls-unchained-g1-rfc9380).
 */
export const quicknet = {
  chain: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  /** Round 1, in milliseconds since 1970. */
  genesis: 1_692_803_367_000,
  /** Milliseconds between two rounds. */
  period: 3_000,
} as const;

/** The first round of quicknet at or after an instant in milliseconds since 1970. */
export function roundFrom(instant: number): number {
  return Math.max(1, Math.ceil((instant - quicknet.genesis) / quicknet.period) + 1);
}

/** When quicknet publishes a round, in milliseconds since 1970. */
export function momentOf(round: number): number {
  return quicknet.genesis + (round - 1) * quicknet.period;
}
