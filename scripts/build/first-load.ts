import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
}

/** One line of the table, in bytes of brotli. */
export interface Weight {
  readonly name: string;
  readonly bytes: number;
  readonly budget: number;
}

/** All that a visitor's browser fetches for `/`, in bytes of brotli (decision 045). */
export const firstBudget = 135_000;
/** What the page of an event may add to that, and any later page. */
export const eventBudget = 28_000;
const laterBudget = 45_000;
/** Share of a budget from which a page is warned of. */
const warningShare = 0.95;

const home = ['src/screens/home/home.screen.tsx'];
const schemas = ['contract/catalogue.ts'];
const signedIn = ['src/app/flows/account-flows.ts', 'contract/account.ts'];
const buying = [
  ...signedIn,
  'src/app/flows/purchase-layout.tsx',
  'src/app/flows/purchase-flows.ts',
  'contract/seatmap.ts',
  'src/text/id/purchase.ts',
];
const screen = (name: string) => `src/screens/${name}/${name}.screen.tsx`;

/**
 * Every page but `/`. The schemas are counted where a page reads without the server having drawn it. What somebody signed in fetches
 * once is counted apart, not with each of their pages.
 */
const pages: readonly Page[] = [
  {
    name: '/event/{slug}',
    sources: [screen('event'), 'src/screens/event/clean-html.tsx', 'src/text/id/event.ts'],
    budget: eventBudget,
  },
  {
    name: '/search',
    sources: [screen('search'), ...schemas, 'src/text/id/search.ts'],
    budget: laterBudget,
  },
  { name: 'a signed-in buyer', sources: signedIn, budget: laterBudget },
  {
    name: 'the frame of the purchase',
    sources: buying,
    budget: laterBudget,
  },
  ...['login', 'register', 'verify-code'].map((name) => ({
    name: `/${name}`,
    sources: [screen(name), 'src/text/id/sign-in.ts'],
    budget: laterBudget,
  })),
  ...['my-tickets', 'e-ticket', 'transaction-history', 'profile'].map((name) => ({
    name: `/${name}`,
    sources: [screen(name), ...schemas, 'contract/tickets.ts', 'src/text/id/account.ts'],
    budget: laterBudget,
  })),
  ...['terms', 'privacy'].map((name) => ({
    name: `/${name}`,
    sources: [
      `src/screens/legal/${name}.screen.tsx`,
      'src/screens/event/clean-html.tsx',
      'src/text/id/site.ts',
    ],
    budget: laterBudget,
  })),
  ...['contact-us', 'create-event', 'not-found'].map((name) => ({
    name: `/${name}`,
    sources: [screen(name), 'src/text/id/site.ts'],
    budget: laterBudget,
  })),
  ...['queue', 'seats', 'categories'].map((name) => ({
    name: `/event/{slug}/${name}, past its frame`,
    sources: [...buying, screen(name)],
    budget: laterBudget,
  })),
  ...['order-form', 'payment-method', 'payment'].map((name) => ({
    name: `/event/{slug}/${name}, past its frame`,
    sources: [...buying, screen(name), 'src/text/id/checkout.ts'],
    budget: laterBudget,
  })),
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
  const first = filesOf(manifest, [...entry, ...home]);
  const frame = filesOf(manifest, [...entry, ...buying]);
  const total = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + (file.endsWith('.js') ? sizeOf(file) : 0), 0);
  return [
    { name: '/', bytes: total(first), budget: firstBudget },
    ...pages.map(({ name, sources, budget }) => {
      const known = name.endsWith('past its frame') ? frame : new Set<string>();
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
