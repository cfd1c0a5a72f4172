/** Divides an amount in proportion to weights by the largest remainder; among those without any weight equally. Pure. */
export function spread(amount: number, given: readonly number[]): number[] {
  const isEven = given.every((weight) => weight === 0);
  const weights = isEven ? given.map(() => 1) : given;
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return [];
  // Products of amounts and prices of an order pass the integers that a number keeps exactly.
  const parts = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at, share: Number(product / whole), rest: product % whole };
  });
  let left = amount - parts.reduce((sum, { share }) => sum + share, 0);
  const shares = parts.map(({ share }) => share);
  const byRest = [...parts].sort((one, other) =>
    one.rest === other.rest ? one.at - other.at : one.rest < other.rest ? 1 : -1,
  );
  for (const { at } of byRest) {
    if (left === 0) break;
    shares[at] = (shares[at] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
