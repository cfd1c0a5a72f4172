import { describe, expect, it } from 'vitest';
import { documentOf, forVisitor } from '../../../server/pages/document.ts';
import { storedDocument, storedHeaders } from '../../../src/stored-pages/stored-document.ts';

const template =
  '<html lang="id"><head><title>Roetix</title><script type="module" crossorigin src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>';
const parts = { status: 200, head: '', body: '<main>Isi</main>', data: '[]', sources: [] } as const;
const rendered = documentOf(template, 'id', parts, {
  styles: [],
  scripts: ['/assets/event-1.js', '/assets/words-1.js'],
});

describe('a stored document', () => {
  it('is the same whether or not somebody was signed in, and says when it was stored', () => {
    const files = ['/assets/index-1.js'];
    const visitor = storedDocument(forVisitor(rendered), files, 1_234);
    expect(visitor).toEqual(storedDocument(rendered, files, 1_234));
    expect(visitor?.html).toContain(
      '<div id="root" data-drawn="anybody" data-stored-at="1234"><main>Isi</main></div>',
    );
  });

  it('keeps the content security policy, and nothing of the transfer', () => {
    const headers = storedHeaders(
      new Headers({
        'content-security-policy': "default-src 'none'",
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'content-length': '12',
        vary: 'Cookie',
        etag: 'W/"1"',
      }),
    );
    expect([...headers.keys()]).toEqual(['content-security-policy', 'content-type']);
  });
});
