/**
 * Reads settings as systemd, Docker and a shell agree on them: `NAME=value` on one line, comments on lines of their own, quotes around a whole
 * value. Throws an Error that names the first line of another form.
 */
export function readEnvFile(text: string): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|;|$)/.test(line)) continue;
    const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new Error(`line ${index + 1} is no NAME=value and no comment that begins with #`);
    }
    settings[name] = unquoted(value.trim());
  }
  return settings;
}

/** A value without the quotes around it, which `docker run --env-file` leaves in place. */
export function unquoted(value: string): string {
  const [, quote, inner] = /^(['"])(.*)\1$/s.exec(value) ?? [];
  return quote === undefined || inner === undefined || inner.includes(quote) ? value : inner;
}
