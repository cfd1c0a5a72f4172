// Sets one situation up: the server first, then what this browser keeps, then the page.

const main = /** @type {HTMLElement} */ (document.querySelector('[data-go]'));
const name = main.dataset.go ?? '';
const status = /** @type {HTMLElement} */ (document.getElementById('status'));
const again = /** @type {HTMLButtonElement} */ (document.getElementById('again'));
const items = [...document.querySelectorAll('#steps li')];
const playKey = 'roetix-desk:play';

/** @param {string} words @param {number | null} step */
function fail(words, step) {
  status.textContent = words;
  status.setAttribute('data-failed', '');
  items.forEach((item, index) => {
    // The first item is the reset, before the steps of the situation.
    if (step !== null && index <= step) item.setAttribute('data-done', '');
    if (step !== null && index === step + 1) item.setAttribute('data-failed', '');
  });
  again.textContent = 'Try again';
  again.hidden = false;
}

/** @param {string} prefix */
function clearStorage(prefix) {
  for (const store of [localStorage, sessionStorage]) {
    for (const key of Object.keys(store)) if (key.startsWith(`${prefix}:`)) store.removeItem(key);
  }
}

/** The landing path, with ?inspect passed on where this page was opened with it. @param {string} path */
function landing(path) {
  const url = new URL(path, location.origin);
  const inspect = new URLSearchParams(location.search).get('inspect');
  if (inspect === null) return url.pathname + url.search;
  const rest = url.search === '' ? '?' : `${url.search}&`;
  return `${url.pathname}${rest}inspect${inspect === '' ? '' : `=${encodeURIComponent(inspect)}`}`;
}

async function run() {
  again.hidden = true;
  status.removeAttribute('data-failed');
  status.textContent = 'Setting the situation up …';
  for (const item of items)
    for (const mark of ['data-done', 'data-failed']) item.removeAttribute(mark);
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(`/dev/scenarios/${encodeURIComponent(name)}`, { method: 'POST' });
  } catch {
    fail('The server does not respond. Start it, then try again.', null);
    return;
  }
  const told = await answer.json().catch(() => null);
  if (!answer.ok || told === null) {
    const { step = null, hint = '' } = told?.meta ?? {};
    const words = (told?.message ?? `The server answered ${answer.status}`).replace(/\.?$/, '.');
    fail(`${words} ${hint}`.trim(), step);
    return;
  }
  for (const item of items) item.setAttribute('data-done', '');
  const { data } = told;
  clearStorage(data.storage_prefix);
  // What is said to be seen is said in Indonesian.
  localStorage.setItem(`${data.storage_prefix}:locale`, '"id"');
  for (const { area, name: key, value } of data.entries) {
    const store = area === 'local' ? localStorage : sessionStorage;
    store.setItem(key, value ?? String(Date.now()));
  }
  sessionStorage.removeItem(playKey);
  if (data.acts.length > 0) {
    sessionStorage.setItem(
      playKey,
      JSON.stringify({ name, run: data.run, acts: data.acts, next: 0 }),
    );
  }
  status.textContent = 'Done. Opening the page …';
  location.replace(landing(data.lands_on));
}

again.addEventListener('click', () => void run());
if (!main.hasAttribute('data-waits')) void run();
