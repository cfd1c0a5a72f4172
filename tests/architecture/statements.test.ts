import { describe, expect, it } from 'vitest';
import { filesIn, read } from './sources.ts';

/** A list of columns with a star: after a migration added a column, a prepared statement of the former process fails. */
const star = /\b(?:select(?:\s+distinct)?|returning)\s+(?:\w+\.)?\*|,\s*\w+\.\*|,\s*\*\s+from\b/gi;
const starsIn = (text: string) => text.match(star) ?? [];

describe('the columns of statements', () => {
  it('are named', () => {
    const sources = filesIn('server', /\.ts$/).filter((path) => !path.includes('/migrations/'));
    expect(sources).toContain('server/domain/lifecycle/lifecycle.ts');
    expect(
      sources.flatMap((path) => starsIn(read(path)).map((found) => `${path}: ${found}`)),
    ).toEqual([]);
  });

  it.each([
    ['select * from events where id = $1', 1],
    ['update seats s set price = $1\n returning s.*', 1],
    ['select e.slug, q.* from events e, q', 1],
    ['select distinct $1, * from unnest($2::text[])', 1],
    ['select count(*), price * 2 from seats', 0],
  ])('are searched for in %j', (sql, found) => {
    expect(starsIn(sql)).toHaveLength(found);
  });
});
