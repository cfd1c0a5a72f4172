import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The faces the shop's own typeface is fitted to: Roboto as Android has it, Arimo with the widths of Arial. */
export type SystemFace = 'roboto' | 'arimo';

/**
 * The environment of a Chromium that finds one system typeface, from npm: what is installed on the machine changes no width and
 * no line. Where Chromium does not read fontconfig (macOS, Windows) the machine's own fonts stay.
 */
export function withSystemFace(face: SystemFace): Record<string, string> {
  const folder = join(tmpdir(), `roetix-fonts-${face}-${process.getuid?.() ?? ''}`);
  mkdirSync(folder, { recursive: true });
  const fonts = dirname(require.resolve(`@expo-google-fonts/${face}/package.json`));
  const file = join(folder, 'fonts.conf');
  // Every worker writes it: none may read half of what another writes.
  const draft = `${file}.${process.pid}`;
  writeFileSync(
    draft,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>\n`,
  );
  renameSync(draft, file);
  const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(inherited) as Record<string, string>), FONTCONFIG_FILE: file };
}
