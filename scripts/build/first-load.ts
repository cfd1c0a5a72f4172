import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  laterBudget,
  type PageName,
  pageNames,
  pageOf,
  screenSource,
} from '../../contract/pages.ts';
import { buildFolder } from './build-stamp.ts';

/** What the manifest of a build says of one file. */
interface Built {
  readonly file: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Files of a build by source, as Vite's manifest names them. */
export type Manifest = Readonly<Record<string, Built>>;

/** A page, the code it asks for by itself beside its screen, and how much that may be on top of `/`. */
interface Page {
  readonly name: string;
  readonly sources: readonly string[];
  readonly budget: number;
  /** It comes in the frame of the purchase, which is counted apart. */
  readonly isFramed?: boolean;
}

/** One line of the table, in bytes of brotli. */
export interface Weight {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number;
}

/** The frame of the purchase, with everything that a signed-in buyer has fetched before it: the headroom that `/` has (decision 045). */
const frameBudget = 54_500;
/** The code that makes calls, which a visitor whose page the server drew does not fetch. */
const callsBudget = 15_000;
/** Share of a budget from which a page is warned of. */
const warningShare = 0.95;

const schemas = ['contract/catalogue.ts', 'contract/ticket/tickets.ts'];
const signedIn = ['src/app/flows/account-flows.ts', 'contract/account.ts'];
const buying = [
  ...signedIn,
  'src/app/flows/purchase-layout.tsx',
  'src/app/flows/purchase-flows.ts',
  'contract/seatmap.ts',
  'src/text/id/purchase.ts',
];
/** What a page fetches by itself: its screen, its words, and the schemas of what it reads where the server did not draw it. */
function sourcesOf(name: PageName): readonly string[] {
  const { words, fetches = [] } = pageOf(name);
  const reads = name === 'search' || words.includes('account') ? schemas : [];
  const texts = words.map((part) => `src/text/id/${part}.ts`);
  return [screenSource(name), ...fetches, ...reads, ...texts];
}

/** Every page but `/`. What somebody signed in fetches once is counted apart, not with each of their pages. */
const pages: readonly Page[] = [
  { name: 'the first call', sources: ['src/effects/http/exchange.ts'], budget: callsBudget },
  { name: 'a signed-in buyer', sources: signedIn, budget: laterBudget },
  { name: 'the frame of the purchase', sources: buying, budget: frameBudget },
  ...pageNames
    .filter((name) => name !== 'home')
    .map((name) => {
      const { path, purchase, budget = laterBudget } = pageOf(name);
      const isFramed = purchase !== undefined;
      return {
        name: isFramed ? `${path}, past its frame` : path,
        sources: isFramed ? [...buying, ...sourcesOf(name)] : sourcesOf(name),
        budget,
        isFramed,
      };
    }),
];

/** The key of a source: its own path, or, where a static import shares its file, the name of that file. */
function keyOf(manifest: Manifest, source: string): string {
  if (source in manifest || source.startsWith('_')) return source;
  const name = basename(source).replace(/\.tsx?$/, '');
  const shared = Object.keys(manifest).find(
    (key) => key.startsWith('_') && key.endsWith('.js') && manifest[key]?.name === name,
  );
  if (shared === undefined) throw new Error(`The build has no file of its own for ${source}.`);
  return shared;
}

/** The files that these sources went into, with everything they import statically. Throws on a source the build does not know. */
export function filesOf(manifest: Manifest, sources: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (source: string) => {
    const built = manifest[keyOf(manifest, source)];
    if (built === undefined || files.has(built.file)) return;
    files.add(built.file);
    for (const imported of built.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return files;
}

/** What every page weighs; `sizeOf` gives the bytes that one file takes on the wire. */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): readonly Weight[] {
  const entry = Object.keys(manifest).filter((source) => manifest[source]?.isEntry === true);
  const first = filesOf(manifest, [...entry, screenSource('home')]);
  const frame = filesOf(manifest, [...entry, ...buying]);
  const total = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + (file.endsWith('.js') ? sizeOf(file) : 0), 0);
  return [
    { name: '/', bytes: total(first), budget: pageOf('home').budget ?? laterBudget },
    ...pages.map(({ name, sources, budget, isFramed = false }) => {
      const known = isFramed ? frame : new Set<string>();
      const added = [...filesOf(manifest, sources)].filter(
        (file) => !first.has(file) && !known.has(file),
      );
      return { name, bytes: total(added), budget };
    }),
  ];
}

/** Reads the build in a folder and weighs it. Throws where there is none. */
export function weighBuild(folder: string): readonly Weight[] {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error(`There is no build in ${folder}; run npm run build.`);
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  // A file too small to gain by it is sent as it is.
  return weigh(manifest, (file) => {
    const packed = join(folder, `${file}.br`);
    return statSync(existsSync(packed) ? packed : join(folder, file)).size;
  });
}

/** How a page stands to its budget: over it, close to it, or well within it. */
export function verdictOf({ bytes, budget }: Weight): 'over' | 'close' | 'within' {
  if (bytes > budget) return 'over';
  return bytes > budget * warningShare ? 'close' : 'within';
}

const marks = { over: '✘', close: '!', within: ' ' } as const;

function main(): void {
  const weights = weighBuild(process.argv[2] ?? buildFolder('client'));
  for (const weight of weights) {
    const { name, bytes, budget } = weight;
    const share = `${((bytes / budget) * 100).toFixed(0)} %`;
    console.log(
      `${marks[verdictOf(weight)]} ${String(bytes).padStart(7)}  ${share.padStart(5)} of ${budget}  ${name}`,
    );
  }
  const verdicts = weights.map(verdictOf);
  if (verdicts.includes('close')) {
    console.warn(
      `A page (!) is above ${warningShare * 100} % of its budget; the next feature may not fit.`,
    );
  }
  if (verdicts.includes('over')) {
    console.error(
      'A page (✘) weighs more than it may: fetch less with it, or raise its budget with a reason.',
    );
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
