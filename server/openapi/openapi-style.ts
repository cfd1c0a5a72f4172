/** Style sheet of the API page; a separate file because the policy of the page allows no inline style. */
export const apiPageStyle = `
:root { color-scheme: light dark; --ink: #1c1a22; --soft: #5d5866; --ground: #fbf9f6; --line: #ddd6cc; --accent: #6a2f8a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f3eff7; --soft: #b9b2c4; --ground: #17141c; --line: #3a3443; --accent: #d3a4ef; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 72px; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
header, main { max-width: 1040px; margin: 0 auto; padding: 24px 16px; }
h1 { margin: 0 0 8px; font-size: 32px; line-height: 1.2; }
h2 { margin: 48px 0 8px; font-size: 24px; }
h3 { margin: 0 0 8px; font-size: 18px; overflow-wrap: anywhere; }
p { margin: 0 0 12px; max-width: 76ch; }
a { color: var(--accent); }
code { font: 0.92em ui-monospace, monospace; }
nav { position: sticky; top: 0; background: var(--ground); border-block: 1px solid var(--line); }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 20px; max-width: 1040px; margin: 0 auto; padding: 8px 16px; list-style: none; }
nav a { display: inline-block; padding: 4px 0; }
section { margin: 16px 0; padding: 16px; border: 1px solid var(--line); border-radius: 12px; }
.method { display: inline-block; min-width: 4.5em; padding: 2px 8px; border-radius: 6px; background: var(--accent); color: var(--ground); font-size: 14px; text-align: center; }
.scroll { overflow-x: auto; margin-top: 8px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
caption { padding: 4px 0; text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
td { overflow-wrap: anywhere; }
`;
