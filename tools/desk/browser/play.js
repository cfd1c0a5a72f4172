// Plays the acts of a situation in the page of the app, as its buyer would; what the server does meanwhile is asked for by their place.

const playKey = 'roetix-desk:play';
const patienceMs = 20_000;
const lookEveryMs = 50;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {Element} element */
const isVisible = (element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';

/** Looks until something is found. @template T @param {() => T | null} look @param {string} what @returns {Promise<T>} */
async function until(look, what) {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(what);
    await pause(lookEveryMs);
  }
}

/** @param {string} words */
const plain = (words) => words.replace(/\s+/g, ' ').trim();

/** What a person would call it. @param {Element} element */
function nameOf(element) {
  const label = element.getAttribute('aria-label');
  if (label !== null) return plain(label);
  if (element instanceof HTMLInputElement && element.labels !== null) {
    return plain([...element.labels].map((one) => one.textContent ?? '').join(' '));
  }
  return plain(element.textContent ?? '');
}

const pressable =
  'button, a[href], input[type=radio], input[type=checkbox], [role=button], [role=radio], [role=tab], [role=gridcell], [role=menuitem]';

/** @param {string} words */
function findPressable(words) {
  // A dialog on top is what can be pressed; else the page before its header, where a 'Login' may stand too.
  const dialogs = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isVisible);
  const top = dialogs.at(-1);
  const places = top === undefined ? [document.querySelector('main'), document.body] : [top];
  for (const place of places) {
    const found = place === null ? null : findIn(place, words);
    if (found !== null) return found;
  }
  return null;
}

/** @param {Element} place @param {string} words */
function findIn(place, words) {
  const named = [...place.querySelectorAll(pressable)]
    .filter((element) => {
      const shown =
        element instanceof HTMLInputElement ? [element, ...(element.labels ?? [])] : [element];
      return !element.matches(':disabled, [aria-disabled=true]') && shown.some(isVisible);
    })
    .map((element) => ({ element, name: nameOf(element) }));
  const found =
    named.find(({ name }) => name === words) ??
    named.find(({ name }) => name.startsWith(words)) ??
    named.find(({ name }) => name.includes(words));
  return found?.element ?? null;
}

/** @param {string} label */
function findField(label) {
  const fields = [...document.querySelectorAll('input, textarea')].filter(
    (field) => isVisible(field) && !field.matches(':disabled, [type=radio], [type=checkbox]'),
  );
  const field = fields.find((one) => nameOf(one).startsWith(label)) ?? null;
  return /** @type {HTMLInputElement | null} */ (field);
}

/** Types as a person does: React hears of it by the event. @param {HTMLInputElement} field @param {string} value */
function type(field, value) {
  field.focus();
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** @param {string} email */
async function mailedCode(email) {
  const answer = await fetch(`/dev/mail?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  });
  const [newest] = await answer.json();
  return /\b(\d{6})\b/.exec(newest?.text ?? '')?.[1] ?? '';
}

/** Topics of one event: queue, payment, logs, seats, and the status beside them. */
const topicsOfPage = 5;

async function untilConnected() {
  const end = performance.now() + patienceMs;
  for (;;) {
    const { subscriptions } = await (await fetch('/dev/broker')).json();
    if (subscriptions >= topicsOfPage) return;
    if (performance.now() > end) throw new Error('no real-time connection was made');
    await pause(4 * lookEveryMs);
  }
}

/** @param {{name: string, run: string}} play @param {{kind: string, words: string, label: string, value: string, email: string, place: number}} act */
async function perform(play, act) {
  switch (act.kind) {
    case 'see':
      await until(
        // What is hidden does not count as seen.
        // biome-ignore lint/performance/useDomNodeTextContent: it holds hidden text too
        () => (document.body.innerText.replace(/\s+/g, ' ').includes(act.words) ? true : null),
        `the words “${act.words}” did not appear`,
      );
      return;
    case 'press': {
      const found = await until(
        () => findPressable(act.words),
        `nothing to press is called “${act.words}”`,
      );
      if (found instanceof HTMLElement) found.click();
      return;
    }
    case 'press-if': {
      const found = findPressable(act.words);
      if (found instanceof HTMLElement) found.click();
      return;
    }
    case 'fill':
      type(await until(() => findField(act.label), `no field is called “${act.label}”`), act.value);
      return;
    case 'wake':
      window.dispatchEvent(new Event('focus'));
      return;
    case 'connected':
      await untilConnected();
      return;
    case 'code':
      type(
        await until(() => findField('Kode verifikasi'), 'no field for the code'),
        await mailedCode(act.email),
      );
      return;
    default: {
      const answer = await fetch(`/dev/scenarios/${play.name}/meanwhile/${act.place}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ run: play.run }),
      });
      if (!answer.ok) throw new Error((await answer.json()).message);
    }
  }
}

/** @param {string} words */
function complain(words) {
  const note = document.createElement('output');
  note.textContent = `Scenario desk: ${words}.`;
  note.style.cssText =
    'position:fixed;inset:auto 0.5rem 0.5rem 0.5rem;z-index:99;padding:0.75rem 1rem;border-radius:0.5rem;background:#b42318;color:#fff;font:600 0.875rem/1.4 system-ui,sans-serif';
  document.body.append(note);
}

async function start() {
  const kept = sessionStorage.getItem(playKey);
  if (kept === null) return;
  const play = JSON.parse(kept);
  try {
    while (play.next < play.acts.length) {
      const act = play.acts[play.next];
      play.next += 1;
      // Kept before it is done: an act that loads another page is not done twice.
      sessionStorage.setItem(playKey, JSON.stringify(play));
      await perform(play, act);
    }
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
  }
  sessionStorage.removeItem(playKey);
  await fetch(`/dev/scenarios/${play.name}/played`, { method: 'POST' }).catch(() => undefined);
}

void start();
