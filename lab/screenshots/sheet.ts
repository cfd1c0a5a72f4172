/** One picture on the contact sheet. */
export interface Shot {
  readonly file: string;
  readonly page: string;
  readonly part: string;
  readonly width: number;
  /** Its language, and its theme where that is dark. */
  readonly look: string;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The contact sheet: one row per page, Indonesian before English before dark, narrow before wide. */
export function contactSheet(shots: readonly Shot[]): string {
  const parts = [...new Set(shots.map(({ part }) => part))];
  const pagesOf = (part: string) => [
    ...new Set(shots.filter((shot) => shot.part === part).map(({ page }) => page)),
  ];
  const figure = ({ file, look, width }: Shot) =>
    `<figure><a href="${file}"><img src="${file}" width="${Math.round(width / 4)}" loading="lazy" alt=""></a><figcaption>${look}, ${width} px</figcaption></figure>`;
  const row = (page: string) =>
    `<h3>${escaped(page)}</h3><div>${shots
      .filter((shot) => shot.page === page)
      .map(figure)
      .join('')}</div>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Every page, ${shots.length} pictures</title>
<style>
  body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; background: #f4f3f1; color: #1c1a17 }
  div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
  figure { margin: 0 } figcaption { font-size: 12px }
  img { display: block; border: 1px solid #cfccc6; background: #fff; max-height: 480px; object-fit: cover; object-position: top }
</style></head><body>
<h1>Every page, ${shots.length} pictures</h1>
${parts.map((part) => `<h2>${escaped(part)}</h2>${pagesOf(part).map(row).join('\n')}`).join('\n')}
</body></html>
`;
}
