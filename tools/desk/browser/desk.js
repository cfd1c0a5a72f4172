// The desk: tools are buttons and forms that send JSON, and the panel is drawn again from the server after each.

const narrow = window.matchMedia('(max-width: 63.99rem)');
const openKey = 'roetix-desk:tools';

/** @param {string} words @param {boolean} failed */
function say(words, failed) {
  const said = document.getElementById('said');
  if (said === null) return;
  said.textContent = words;
  said.toggleAttribute('data-failed', failed);
}

async function redraw() {
  const answer = await fetch('/dev/panel');
  const panel = document.getElementById('panel');
  if (!answer.ok || panel === null) return;
  const wasOpen = document.getElementById('tools')?.hasAttribute('open') ?? true;
  // Our own server's page: every value in it is escaped there.
  panel.innerHTML = await answer.text();
  document.getElementById('tools')?.toggleAttribute('open', wasOpen);
}

/** @param {string} path @param {string} method @param {unknown} body */
async function use(path, method, body) {
  try {
    const answer = await fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const told = await answer.json().catch(() => ({}));
    await redraw();
    if (answer.ok)
      say(`Done: ${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`, false);
    else say(`${method} ${path} answered ${answer.status}: ${told.message ?? 'no words'}`, true);
  } catch {
    say('The server does not respond.', true);
  }
}

/** @param {HTMLFormElement} form */
function bodyOf(form) {
  const given = Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]),
  );
  const number = (/** @type {string | undefined} */ text) => (text ? Number(text) : undefined);
  switch (form.dataset.form) {
    case 'queue':
      return {
        path: `/dev/queue/${given.slug}`,
        body: { capacity: number(given.capacity) ?? null },
      };
    case 'kick': {
      const slug = new FormData(
        /** @type {HTMLFormElement} */ (document.querySelector('[data-form=queue]')),
      ).get('slug');
      return {
        path: `/dev/queue/${slug}`,
        body: { kick: given.kick, ...(given.reason ? { reason: given.reason } : {}) },
      };
    }
    default:
      return {
        path: '/dev/faults',
        body: {
          path: given.path,
          status: number(given.status),
          delay_seconds: number(given.delay_seconds),
          times: number(given.times),
        },
      };
  }
}

document.addEventListener('click', async (event) => {
  const pressed = event.target instanceof Element ? event.target.closest('button') : null;
  if (pressed === null) return;
  const { copy, tool, body, method } = pressed.dataset;
  if (copy !== undefined) {
    const address = new URL(copy, location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      pressed.textContent = 'Copied';
    } catch {
      // Without https a browser has no clipboard for pages: the address is marked for a copy by hand.
      const shown = pressed.parentElement?.querySelector('code');
      if (shown) getSelection()?.selectAllChildren(shown);
      pressed.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => {
      pressed.textContent = 'Copy';
    }, 2000);
  }
  if (tool !== undefined) {
    pressed.disabled = true;
    await use(tool, method ?? 'POST', body === undefined ? undefined : JSON.parse(body));
    pressed.disabled = false;
  }
});

document.addEventListener('submit', async (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.dataset.form === undefined) return;
  event.preventDefault();
  const { path, body } = bodyOf(event.target);
  await use(path, 'POST', body);
});

const find = document.getElementById('find');
function filter() {
  const words = find instanceof HTMLInputElement ? find.value.toLowerCase().trim() : '';
  let shown = 0;
  for (const group of document.querySelectorAll('[data-group]')) {
    let inGroup = 0;
    for (const card of group.querySelectorAll('[data-card]')) {
      const fits = (card.textContent ?? '').toLowerCase().includes(words);
      card.toggleAttribute('hidden', !fits);
      if (fits) inGroup += 1;
    }
    group.toggleAttribute('hidden', inGroup === 0);
    shown += inGroup;
  }
  document.getElementById('none')?.toggleAttribute('hidden', shown > 0);
}
find?.addEventListener('input', filter);
filter();

const tools = document.getElementById('tools');
if (tools !== null && narrow.matches)
  tools.toggleAttribute('open', sessionStorage.getItem(openKey) === '1');
document.addEventListener(
  'toggle',
  (event) => {
    if (event.target instanceof HTMLDetailsElement && event.target.id === 'tools')
      sessionStorage.setItem(openKey, event.target.open ? '1' : '0');
  },
  true,
);

/** True while something typed in the panel would be lost. */
function isTyping() {
  const fields = document.querySelectorAll('#panel input');
  const typed = [...fields].some(
    (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
  );
  return typed || document.querySelector('#panel :focus') !== null;
}

// Others use the same server: the panel follows it.
if (tools !== null) {
  setInterval(() => {
    if (!document.hidden && !isTyping()) void redraw();
  }, 5000);
}
