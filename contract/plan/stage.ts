import type { PlanShape } from './plan.ts';

/** What an audience faces. */
const stageWords = /panggung|\bstage\b|podium|\blayar\b|\bscreen\b|lapangan|\barena\b/i;
/** Words that make a text point to the stage, or to something beside it. */
const pointingWords =
  /arah|menuju|hadap|\bke\b|\bdari\b|\bto\b|toward|facing|direction|view|pintu|akses|belakang|samping|sayap|back\s?stage|[←→↑↓]/i;

/** The text of a shape; letters set apart, as in `S T A G E`, are one word. */
const wordsOf = (text: string) =>
  text.replaceAll(
    /(?:^|\s)\p{L}(?:\s\p{L}){3,}(?=\s|$)/gu,
    (word) => ` ${word.replaceAll(/\s/g, '')}`,
  );

/** The shape that the audience faces: an area before a text; undefined where none says that it is the stage. Captions such as 'Arah Panggung' are none. */
export function stageShapeOf<Shape extends Pick<PlanShape, 'kind' | 'text'>>(
  shapes: readonly Shape[],
): Shape | undefined {
  const stages = shapes.filter(({ text }) => {
    const words = wordsOf(text ?? '');
    return stageWords.test(words) && !pointingWords.test(words);
  });
  return stages.find(({ kind }) => kind !== 'text') ?? stages[0];
}
