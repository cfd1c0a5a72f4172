import { escapeHtml } from '../../contract/texts/html.ts';
import type { Json } from './openapi.ts';

type Entry = { readonly [name: string]: Json };

const methods = ['get', 'post', 'put', 'delete'] as const;

/** The document as one HTML page: no script, and no request but for its style sheet (§7.1). Leaves out what it does not know. */
export function apiPage(document: Entry, styleAddress: string): string {
  const info = entry(document.info);
  const operations = operationsOf(document);
  const tags = list(document.tags).map((tag) => text(entry(tag).name));
  const root = text(entry(list(document.servers)[0]).url);
  const entities = Object.entries(entry(entry(document.components).schemas));
  const title = escapeHtml(text(info.title));
  const nav = [...tags, 'Topics', 'Entities'].map(
    (name) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${escapeHtml(styleAddress)}">
</head>
<body>
<header>
<h1>${title}</h1>
${paragraphs(text(info.description).split('\n- ')[0] ?? '')}
<p>The same as data: <a href="${root}/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
</header>
<nav aria-label="Groups"><ul>${nav.join('')}</ul></nav>
<main>
${tags.map((tag) => group(tag, root, operations)).join('\n')}
${topicSection(document)}
<h2 id="entities">Entities</h2>
${entities.map(([name, schema]) => entitySection(name, entry(schema))).join('\n')}
</main>
</body>
</html>
`;
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly about: Entry;
}

function operationsOf(document: Entry): Operation[] {
  return Object.entries(entry(document.paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const about = entry(item)[method];
      return about === undefined ? [] : [{ path, method, about: entry(about) }];
    }),
  );
}

function group(tag: string, root: string, operations: readonly Operation[]): string {
  const own = operations.filter(({ about }) => list(about.tags).includes(tag));
  return `<h2 id="${anchor(tag)}">${escapeHtml(tag)}</h2>\n${own
    .map((operation) => operationSection(root, operation))
    .join('\n')}`;
}

const accessWords: Readonly<Record<string, string>> = {
  public: 'anybody',
  account: 'a signed-in account',
  verified: 'a verified account',
};

function operationSection(root: string, { path, method, about }: Operation): string {
  const id = escapeHtml(text(about.operationId));
  const access = text(about['x-access']);
  const note = text(about.description);
  return `<section aria-labelledby="${id}">
<h3 id="${id}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(root + path)}</code></h3>
<p>${escapeHtml(text(about.summary))}. For ${escapeHtml(accessWords[access] ?? access)}.${note ? ` ${escapeHtml(note)}` : ''}</p>
${requestTable(about)}
${answerTable(entry(about.responses))}
</section>`;
}

function requestTable(about: Entry): string {
  const parameters = list(about.parameters).map((parameter) => {
    const { name, in: place, required, schema, description } = entry(parameter);
    return row(text(name), text(place), entry(schema), required === true, text(description));
  });
  const body = schemaIn(about.requestBody);
  const names = list(body.required);
  const fields = Object.entries(entry(body.properties)).map(([name, schema]) =>
    row(name, 'body', entry(schema), names.includes(name), ''),
  );
  const rows = [...parameters, ...fields];
  if (rows.length === 0) return '';
  return table('Request', ['Name', 'In', 'Type', 'Notes'], rows);
}

function row(
  name: string,
  place: string,
  schema: Entry,
  isRequired: boolean,
  note: string,
): string {
  const fallback = schema.default;
  const notes = [
    isRequired ? 'required' : '',
    fallback === undefined ? '' : `default ${JSON.stringify(fallback)}`,
    note,
  ];
  return `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}</td><td>${typeOf(schema)}</td><td>${escapeHtml(notes.filter(Boolean).join('; '))}</td></tr>`;
}

function answerTable(responses: Entry): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const schema = schemaIn(response);
    const data = entry(schema.properties).data;
    const kind = Object.keys(entry(entry(response).content))[0] ?? '';
    const type =
      status !== '200' ? '' : data === undefined ? escapeHtml(kind) : typeOf(entry(data));
    const meaning = escapeHtml(text(entry(response).description))
      .replace(/^- `(\w+)`/gm, '<code>$1</code>')
      .replaceAll('\n', '<br>');
    return `<tr><td>${escapeHtml(status)}</td><td>${type}</td><td>${meaning}</td></tr>`;
  });
  return table('Answers', ['Status', 'Data', 'Meaning'], rows);
}

function topicSection(document: Entry): string {
  const rows = list(document['x-topics']).map((value) => {
    const { topic, message, description } = entry(value);
    return `<tr><td><code>${escapeHtml(text(topic))}</code></td><td>${typeOf(entry(message))}</td><td>${escapeHtml(text(description))}</td></tr>`;
  });
  return `<h2 id="topics">Topics</h2>\n${table('Real-time topics', ['Topic', 'Message', 'Meaning'], rows)}`;
}

function entitySection(name: string, schema: Entry): string {
  const required = list(schema.required);
  const rows = Object.entries(entry(schema.properties)).map(
    ([field, value]) =>
      `<tr><td><code>${escapeHtml(field)}</code></td><td>${typeOf(entry(value))}</td><td>${required.includes(field) ? '' : 'optional'}</td></tr>`,
  );
  const body =
    rows.length > 0 ? table(name, ['Field', 'Type', 'Notes'], rows) : `<p>${typeOf(schema)}</p>`;
  return `<section aria-labelledby="entity-${name}"><h3 id="entity-${name}">${escapeHtml(name)}</h3>\n${body}</section>`;
}

function table(caption: string, heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<div class="scroll" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** A short name of a type as HTML, with a link if it is an entity. */
function typeOf(schema: Entry): string {
  const reference = schema.$ref;
  if (typeof reference === 'string') {
    const name = escapeHtml(reference.split('/').at(-1) ?? '');
    return `<a href="#entity-${name}">${name}</a>`;
  }
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices !== undefined) {
    return list(choices)
      .map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`)
      .join(' | ');
  }
  const options = list(schema.anyOf ?? schema.oneOf);
  if (options.length > 0) return options.map((option) => typeOf(entry(option))).join(' | ');
  const type = schema.type;
  if (Array.isArray(type)) return type.map((name) => typeOf({ ...schema, type: name })).join(' | ');
  if (type === 'array') return `list of ${typeOf(entry(schema.items))}`;
  if (type === 'object') return objectType(schema);
  return escapeHtml(text(type) || 'any');
}

function objectType(schema: Entry): string {
  const fields = Object.entries(entry(schema.properties));
  if (fields.length === 0) {
    const values = entry(schema.additionalProperties);
    return Object.keys(values).length > 0 ? `map of ${typeOf(values)}` : 'object';
  }
  const inner = fields.map(
    ([name, value]) => `<code>${escapeHtml(name)}</code>: ${typeOf(entry(value))}`,
  );
  return `{${inner.join(', ')}}`;
}

function schemaIn(holder: Json | undefined): Entry {
  const content = entry(entry(holder).content);
  return entry(entry(content['application/json']).schema);
}

function paragraphs(source: string): string {
  return source
    .split(/\n\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('\n');
}

function anchor(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function entry(value: Json | undefined): Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
