import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Vite's manifest: the output files of each source. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.optional(z.boolean()),
    imports: z.optional(z.array(z.string())),
    css: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** An inline style sheet of a page, with its hash for the content security policy. */
export interface PageStyle {
  readonly href: string;
  readonly text: string;
  readonly hash: string;
}

/** Files that a page needs beside those that every page loads. */
export interface PageFiles {
  /** In the order in which the browser would have loaded them. */
  readonly styles: readonly PageStyle[];
  /** Addresses of scripts to preload. */
  readonly scripts: readonly string[];
}

/** The built app: its page without content, and the files of its sources. */
export interface BuiltApp {
  readonly template: string;
  filesOf(sources: readonly string[]): PageFiles;
}

const manifestPath = join('.vite', 'manifest.json');

/** Reads the browser build in `folder`; null for a build that cannot be rendered on the server. */
export function readBuiltApp(folder: string, template: string): BuiltApp | null {
  const path = join(folder, manifestPath);
  if (!existsSync(path)) return null;
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const entry = Object.keys(manifest).find((source) => manifest[source]?.isEntry === true);
  const styles = new Map<string, PageStyle>();
  const styleOf = (file: string): PageStyle => {
    const known = styles.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(folder, file), 'utf8').trim();
    const hash = createHash('sha256').update(text).digest('base64');
    const style = { href: `/${file}`, text, hash: `sha256-${hash}` };
    styles.set(file, style);
    return style;
  };
  return {
    template,
    filesOf: (sources) => {
      const ofEntry = entry === undefined ? [] : reached(manifest, [entry]);
      const all = reached(manifest, [...(entry === undefined ? [] : [entry]), ...sources]);
      const scripts = all.filter((source) => !ofEntry.includes(source));
      return {
        styles: [...new Set(all.flatMap((source) => manifest[source]?.css ?? []))].map(styleOf),
        scripts: [...new Set(scripts.map((source) => `/${manifest[source]?.file ?? ''}`))],
      };
    },
  };
}

/** The sources and all their imports, each after its own imports; skips sources that the build does not contain. */
function reached(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const visited = new Set<string>();
  const visit = (source: string) => {
    const chunk = manifest[source];
    if (chunk === undefined || visited.has(source)) return;
    visited.add(source);
    for (const imported of chunk.imports ?? []) visit(imported);
    found.add(source);
  };
  for (const source of sources) visit(source);
  return [...found];
}
