import { readdirSync, readFileSync, statSync } from 'node:fs';

/** What a browser fetches before the home page stands: the scripts of index.html, and the lazy chunk of the page itself. */
const folder = 'dist/client';
const budgetBytes = 120_000;
const page = readFileSync(`${folder}/index.html`, 'utf8');
const named = [...page.matchAll(/assets\/[^"]+\.js/g)].map(([file]) => file);
const ofHome = readdirSync(`${folder}/assets`)
  .filter((file) => /^(?:home\.screen|event-card)-.*\.js$/.test(file))
  .map((file) => `assets/${file}`);

let total = 0;
for (const file of new Set([...named, ...ofHome])) {
  const { size } = statSync(`${folder}/${file}.br`);
  total += size;
  console.log(`${String(size).padStart(8)}  ${file}`);
}
const share = ((total / budgetBytes) * 100).toFixed(0);
console.log(
  `${String(total).padStart(8)}  bytes of brotli, ${share} % of the budget of ${budgetBytes}`,
);
