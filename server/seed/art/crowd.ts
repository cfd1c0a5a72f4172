import { between, type Random } from './svg.ts';

/** Heads and shoulders in a row across the canvas, some with an arm up, as two paths: one to fill, one to stroke. */
export function crowd(
  random: Random,
  y: number,
  size: number,
  arms: number,
): { heads: string; raised: string } {
  const n = Math.round;
  let heads = '';
  let raised = '';
  for (let x = -20; x < 1230; x += size * between(random, 1.6, 2.2)) {
    const top = y + between(random, -size * 0.5, size * 0.5);
    const shoulder = n(size * 1.2);
    heads += `M${n(x) - shoulder} 690V${n(top + size * 2)}q0-${n(size * 0.9)} ${shoulder}-${n(size * 0.9)}t${shoulder} ${n(size * 0.9)}V690ZM${n(x - size * 0.62)} ${n(top)}a${n(size * 0.62)} ${n(size * 0.72)} 0 1 1 0 1Z`;
    if (random() < arms) {
      const side = random() < 0.5 ? -1 : 1;
      raised += `M${n(x + side * size)} ${n(top + size * 2)}q${n(side * size * 0.8)}-${n(size * 1.3)} ${n(side * size * between(random, 0, 0.7))}-${n(size * between(random, 2.4, 3.4))}`;
    }
  }
  return { heads, raised };
}
