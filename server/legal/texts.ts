import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LegalDocument, LegalText } from '../../contract/legal.ts';
import { defaultPageSettings } from '../../contract/settings.ts';
import { escapeHtml } from '../../contract/texts/html.ts';
import type { Config } from '../config.ts';
import { sanitizeOrganiserHtml } from '../domain/catalogue/catalogue-html.ts';
import { StartError } from '../start-error.ts';

const sampleFolder = fileURLToPath(new URL('./sample', import.meta.url));
/** Longer texts would make each registration keep a book. */
const maxBytes = 500_000;

/** Terms of a ticket that fit on its print, and characters of one. */
const mostTerms = 8;
const longestTerm = 200;

/** The texts in force while this process runs. */
export interface LegalTexts extends Readonly<Record<LegalDocument, LegalText>> {
  /** Terms on the tickets of events without any; null for the usual ones. */
  readonly ticketTerms: readonly string[] | null;
}

/**
 * Reads the operator's terms, privacy texts and terms on tickets from `LEGAL_DIR`, or our samples where it is not set (§2.403). HTML is reduced to the
 * tags of organisers; `{product}` and `{support}` become the shop's name and address. Throws StartError, one line a file, where the folder
 * lacks an Indonesian text or a file is empty or too long; that of the tickets may be absent.
 */
export function readLegalTexts(
  config: Pick<Config, 'legalDir' | 'productName' | 'supportEmail'>,
): LegalTexts {
  const folder = config.legalDir ?? sampleFolder;
  const problems: string[] = [];
  const names: Readonly<Record<string, string>> = {
    product: config.productName,
    support: config.supportEmail ?? defaultPageSettings.supportEmail,
  };
  const textOf = (name: string, isRequired: boolean): string | null => {
    const path = join(folder, name);
    const raw = contentOf(path);
    if (raw === null) {
      if (isRequired)
        problems.push(
          `LEGAL_DIR lacks ${path}. Write that text as HTML, or unset LEGAL_DIR to show the samples.`,
        );
      return null;
    }
    if (Buffer.byteLength(raw) > maxBytes) {
      problems.push(`${path} has more than ${maxBytes} bytes. Shorten it.`);
      return null;
    }
    const html = sanitizeOrganiserHtml(
      raw.replace(/\{(product|support)\}/g, (_, key: string) => escapeHtml(names[key] ?? '')),
    ).trim();
    if (html === '')
      problems.push(
        `${path} holds no text. Write it as HTML with the tags p, h3, h4, ul, ol, li, a, strong and em.`,
      );
    return html;
  };
  const readTicketTerms = (): readonly string[] | null => {
    const path = join(folder, 'ticket-terms.txt');
    const lines = contentOf(path)
      ?.split('\n')
      .flatMap((line) => line.trim() || []);
    if (lines === undefined) return null;
    if (
      lines.length === 0 ||
      lines.length > mostTerms ||
      lines.some((line) => line.length > longestTerm)
    ) {
      problems.push(
        `${path} has ${lines.length} terms. Write 1 to ${mostTerms}, one a line, of at most ${longestTerm} characters.`,
      );
    }
    return lines;
  };
  const read = (document: LegalDocument): LegalText => {
    const html = {
      id: textOf(`${document}.id.html`, true) ?? '',
      en: textOf(`${document}.en.html`, false),
    };
    const hash = createHash('sha256')
      .update(JSON.stringify([document, html.id, html.en]))
      .digest('hex');
    return { document, html, hash, is_sample: config.legalDir === null };
  };
  const texts = { terms: read('terms'), privacy: read('privacy'), ticketTerms: readTicketTerms() };
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return texts;
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StartError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). Give this user the right to read it.`,
    );
  }
}
