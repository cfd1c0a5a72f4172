/** The state columns of the server, by table. */
export const stateColumns: Readonly<Record<string, readonly string[]>> = {
  purchase_sessions: ['state'],
  orders: ['status'],
  payments: ['charge_state', 'status'],
  refunds: ['state'],
};

/** Violations: statements of a source that write a state column; `text` is the unparsed source. */
export function stateWritersIn(path: string, text: string): string[] {
  return [...updatesIn(path, text), ...insertsIn(path, text)];
}

function updatesIn(path: string, text: string): string[] {
  return [
    ...text.matchAll(/\bupdate\s+(?:only\s+)?(\w+|\$\{[^}]*\})(?:\s+(?:as\s+)?\w+)?\s+set\s/gi),
  ].flatMap((match) => {
    const [start, table = ''] = match;
    if (table.startsWith('${')) return [`${path} updates a table whose name it computes`];
    const columns = stateColumns[table.toLowerCase()];
    if (columns === undefined) return [];
    const assigned = assignedColumns(text.slice(match.index + start.length).toLowerCase());
    if (assigned.some((name) => name.startsWith('${'))) {
      return [`${path} computes which columns of ${table} it sets`];
    }
    const [column] = columns.filter((name) => assigned.includes(name));
    return column === undefined ? [] : [`${path} sets ${table}.${column}`];
  });
}

function insertsIn(path: string, text: string): string[] {
  return [
    ...text.matchAll(/\binsert\s+into\s+(\w+|\$\{[^}]*\})\s*(?:as\s+\w+\s*)?\(([^)]*)\)/gi),
  ].flatMap(([, table = '', columns = '']) => {
    if (table.startsWith('${')) return [`${path} inserts into a table whose name it computes`];
    const names = columns.split(',').map((name) => name.trim());
    const [column] = (stateColumns[table.toLowerCase()] ?? []).filter((name) =>
      names.includes(name),
    );
    return column === undefined ? [] : [`${path} inserts ${table}.${column}`];
  });
}

/** The columns assigned by a SET list at the start of a text; a computed one as written. */
function assignedColumns(rest: string): string[] {
  const list = setListOf(rest);
  return parts(list).flatMap((part) => {
    const written = part.trim();
    if (written.startsWith('${')) return [written];
    const several = /^\(([^)]*)\)\s*=/.exec(written)?.[1];
    if (several !== undefined) return several.split(',').map((name) => name.trim());
    return [/^(\w+)\s*=/.exec(written)?.[1] ?? ''];
  });
}

/** The part before where, from or returning of the same statement, or the whole text. */
function setListOf(rest: string): string {
  let depth = 0;
  for (const match of rest.matchAll(/[()]|\bwhere\b|\bfrom\b|\breturning\b|[`;]/gi)) {
    const [found] = match;
    if (found === '(') depth += 1;
    else if (found === ')') depth -= 1;
    else if (depth === 0 || found === '`') return rest.slice(0, match.index);
    if (depth < 0) return rest.slice(0, match.index);
  }
  return rest;
}

/** The parts between commas outside of brackets. */
function parts(list: string): string[] {
  const found = [''];
  let depth = 0;
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found;
}
