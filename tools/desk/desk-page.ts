import { escapeHtml } from '../../contract/texts/html.ts';
import { toolsPanel } from './desk-tools.ts';
import { registry, type ScenarioName, scenarioList } from './scenarios/registry.ts';
import { type Scenario, sections } from './scenarios/scenario.ts';
import type { DeskState } from './state.ts';

/** Frame of the desk's pages; `body` is HTML. */
function frame(title: string, script: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/assets/base.css">
<link rel="stylesheet" href="/dev/assets/desk.css">
<script type="module" src="/dev/assets/${script}"></script>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Anchor of a section. */
function anchorOf(section: string): string {
  return section.toLowerCase().replace(/[^a-z]+/g, '-');
}

function card(name: ScenarioName, { title, sees }: Scenario): string {
  const address = `/dev/go/${name}`;
  const id = `s-${name}`;
  return `<li class="card" data-card>
<h3 id="${id}"><a href="${address}">${escapeHtml(title)}</a></h3>
<p><span class="quiet">You will see</span> ${escapeHtml(sees)}</p>
<p class="address"><code>${address}</code><button type="button" class="plain" data-copy="${address}" aria-describedby="${id}">Copy</button></p>
</li>`;
}

/** GET /dev: every scenario by section, beside the tools and the server's state. */
export function deskPage(productName: string, state: DeskState): string {
  const groups = sections.map((section) => ({
    section,
    entries: scenarioList.filter(([, scenario]) => scenario.section === section),
  }));
  const nav = groups
    .map(
      ({ section, entries }) =>
        `<li><a href="#${anchorOf(section)}">${section}<span class="count">${entries.length}</span></a></li>`,
    )
    .join('');
  const lists = groups
    .map(
      ({ section, entries }) => `<section id="${anchorOf(section)}" data-group>
<h2>${section}</h2>
<ul class="cards">${entries.map(([name, scenario]) => card(name, scenario)).join('\n')}</ul>
</section>`,
    )
    .join('\n');
  const product = escapeHtml(productName);
  return frame(
    `Scenario desk · ${productName}`,
    'desk.js',
    `<a class="skip" href="#situations">To the situations</a>
<header class="top">
<div class="inner">
<p class="product">${product}</p>
<h1>Scenario desk</h1>
<p class="lead">${scenarioList.length} situations, each one click away and each an address to share. A click resets this server, also for other testers on it.</p>
</div>
</header>
<div class="inner layout">
<aside class="tools" aria-label="Tools of the server">
<p id="said" role="status" class="said"></p>
<div id="panel">${toolsPanel(state)}</div>
</aside>
<nav class="sections" aria-label="Sections"><ul>${nav}</ul></nav>
<main id="situations" tabindex="-1">
<p class="find"><label for="find">Find a situation</label><input id="find" type="search" autocomplete="off" placeholder="kicked, voucher, one minute …"></p>
<p id="none" class="quiet" hidden>No situation has these words.</p>
${lists}
</main>
</div>`,
  );
}

/** GET /dev/go/{name}: sets the scenario up by script, describes it, and names the remedy if it fails. */
export function goPage(
  productName: string,
  name: string,
  scenario: Scenario | null,
  waits: boolean,
): string {
  if (scenario === null) {
    const known = Object.keys(registry).length;
    return frame(
      'No such situation',
      'desk.js',
      `<main class="go"><p class="product">${escapeHtml(productName)}</p><h1>No such situation</h1>
<p>There is none called <code>${escapeHtml(name)}</code> among the ${known}.</p>
<p><a class="button" href="/dev">All situations</a></p></main>`,
    );
  }
  const steps = ['the server is reset', ...scenario.steps.map(({ says }) => says)];
  const items = steps.map((says) => `<li>${escapeHtml(says)}</li>`).join('');
  return frame(
    `${scenario.title} · ${productName}`,
    'go.js',
    `<main class="go" data-go="${escapeHtml(name)}"${waits ? ' data-waits' : ''}>
<p class="product">${escapeHtml(productName)} · ${scenario.section}</p>
<h1>${escapeHtml(scenario.title)}</h1>
<p class="lead"><span class="quiet">You will see</span> ${escapeHtml(scenario.sees)}</p>
<p id="status" role="status" class="status">${waits ? 'This link came from another site. Setting the situation up resets this server.' : 'Setting the situation up …'}</p>
<ol class="steps" id="steps">${items}</ol>
<p class="row"><button type="button" id="again"${waits ? '' : ' hidden'}>${waits ? 'Set it up' : 'Try again'}</button> <a class="plain" href="/dev">All situations</a></p>
<noscript><p>This page needs scripts: it writes what the browser keeps before it opens the situation.</p></noscript>
</main>`,
  );
}
