import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { escapeHtml } from '../../../contract/texts/html.ts';
import { precompressFolder } from '../../../scripts/build/precompress.ts';
import type { Content } from './content.ts';

const reactPage = fileURLToPath(new URL('./react-page', import.meta.url));
const emptyRoot = '<div id="root"></div>';
const script = '<script type="module" src="./main.tsx"></script>';

/** Creates both bare pages under `folder`, compressed like the app: `static/` has the content in its HTML, `react/` fetches it. */
export async function buildBarePages(content: Content, folder: string): Promise<void> {
  const shell = readFileSync(join(reactPage, 'index.html'), 'utf8');
  mkdirSync(join(folder, 'static'), { recursive: true });
  writeFileSync(join(folder, 'static', 'index.html'), staticPage(shell, content));
  await build({
    configFile: false,
    root: reactPage,
    base: './',
    mode: 'production',
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: join(folder, 'react'),
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
    },
  });
  writeFileSync(join(folder, 'react', 'content.json'), JSON.stringify(content));
  await precompressFolder(folder);
}

/** The empty page with the content inserted and its script removed. Throws if the page has another form. */
export function staticPage(shell: string, { poster, blocks }: Content): string {
  if (!shell.includes(emptyRoot) || !shell.includes(script))
    throw new Error('The empty page has no root or no script.');
  const picture = `<img src="${escapeHtml(poster.src)}" width="${poster.width}" height="${poster.height}" alt="" fetchpriority="high">`;
  const words = blocks.map(({ tag, words }) => `<${tag}>${escapeHtml(words)}</${tag}>`).join('\n');
  // Functions, since dollar signs in a replacement text are patterns.
  return shell
    .replace(emptyRoot, () => `${picture}\n<main>\n${words}\n</main>`)
    .replace(script, () => '');
}
