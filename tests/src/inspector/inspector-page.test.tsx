import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createAppLine } from '../../../src/inspector/app-line.ts';
import { InspectorPage } from '../../../src/inspector/page/inspector-page.tsx';
import { logText } from '../../../src/inspector/page/log-file.ts';
import { heard, type PageLine, type Run } from '../../../src/inspector/page/page-line.ts';
import type { AppPacket } from '../../../src/inspector/wire.ts';
import { inspectedAuth } from './inspected-auth.ts';

/** Both ends of the channel connected directly, and the real auth machine, signed out. */
async function startPage() {
  let runs: readonly Run[] = [];
  const listeners = new Set<() => void>();
  const hear = (packet: AppPacket) => {
    runs = heard(runs, structuredClone(packet));
    for (const listener of listeners) listener();
  };
  const app = createAppLine(hear, { run: 'r1', tab: 't1' });
  app.hear({ type: 'roetix.inspector.listening', replay: true });
  const line: PageLine = {
    runs: () => runs,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (run, sessionId, event) =>
      app.hear({ type: 'roetix.inspector.send', run, sessionId, event }),
    fire: (run, sessionId, delay) =>
      app.hear({ type: 'roetix.inspector.fire', run, sessionId, delay }),
    close: () => undefined,
  };
  const { actor, login } = await inspectedAuth(app.inspect);
  const user = userEvent.setup();
  render(<InspectorPage line={line} />);
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const state = () => screen.getByTestId('state').textContent;
  const logFile = (change: (text: string) => string = (text) => text) => {
    const [run] = runs;
    if (run === undefined) throw new Error('No app is connected.');
    return new File([change(logText(run, new Date(0)))], 'log.json', { type: 'application/json' });
  };
  const importFile = (file: File) => user.upload(screen.getByLabelText('Log to import'), file);
  return { actor, app, user, login, press, state, logFile, importFile };
}

describe('the inspector', () => {
  it('sends events by its buttons, logs their effects and lights the live states', async () => {
    const { login, press, state, user } = await startPage();
    expect(state()).toBe('account.anonymous.idle, reader.idle');
    await press('login.open');
    expect(state()).toBe('account.anonymous.login.editing, reader.idle');
    const chart = screen.getByRole('region', { name: 'Chart' });
    await waitFor(() => expect(litIn(chart).length).toBeGreaterThan(0));
    expect(litIn(chart)).toEqual(['auth.account.anonymous.login.editing', 'auth.reader.idle']);
    await press('login.submit');
    expect(state()).toBe('account.anonymous.login.submitting, reader.idle');
    expect(login.calls).toHaveLength(1);
    const log = within(screen.getByRole('listbox'));
    expect(log.getByText('login.submit sent from the inspector')).toBeVisible();
    expect(log.getByRole('option', { name: /login\.submit .*login\.submitting/ })).toBeVisible();
    const actors = within(screen.getByRole('navigation'));
    expect(actors.getByRole('button', { name: /^login$/ })).toBeVisible();
    const before = lines().length;
    await user.click(screen.getByRole('checkbox', { name: 'Calls' }));
    expect(lines().length).toBeGreaterThan(before);
    await user.click(screen.getByRole('checkbox', { name: 'Finished ones too' }));
    expect(screen.getByRole('button', { name: /^readUser\s*done/ })).toBeVisible();
  });

  it('sends an edited event, and reports errors in an invalid one', async () => {
    const { login, press, user } = await startPage();
    await press('login.open');
    await press('Edit login.submit');
    const editor = screen.getByRole('textbox', { name: /Event as JSON/ });
    await user.clear(editor);
    await user.paste('{"type": ');
    await press('Send as edited');
    const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent);
    expect(alerts.join('')).toMatch(/JSON/);
    await user.clear(editor);
    await user.paste('{"type": "login.submit", "email": "x@contoh.id", "password": "•••"}');
    await press('Send as edited');
    expect(login.calls).toEqual([{ email: 'x@contoh.id', password: 'tiket1234' }]);
  });

  it('shows a past moment read-only, and returns to the newest', async () => {
    const { press, state, user } = await startPage();
    await press('login.open');
    const log = screen.getByRole('listbox');
    log.focus();
    await user.keyboard('{Home}');
    expect(state()).toBe('account.checking, reader.reading');
    expect(screen.queryByRole('button', { name: 'login.submit' })).toBeNull();
    expect(screen.getByText(/past moment/)).toBeVisible();
    await user.keyboard('{ArrowDown}');
    expect(state()).toBe('account.anonymous.idle, reader.idle');
    await press('Live');
    expect(state()).toBe('account.anonymous.login.editing, reader.idle');
    expect(screen.getByRole('button', { name: 'login.submit' })).toBeVisible();
  });

  it('finds lines by actor, event and state', async () => {
    const { press, user } = await startPage();
    await press('login.open');
    await user.type(screen.getByRole('searchbox'), 'login.editing');
    expect(lines()).toHaveLength(1);
    await user.type(screen.getByRole('searchbox'), ' no such');
    expect(screen.getByText('No line fits the filter.')).toBeVisible();
  });

  it('reads an exported log, says that it is read-only, and lets it be scrubbed', async () => {
    const { importFile, logFile, press, state, user } = await startPage();
    await press('login.open');
    const file = logFile();
    await press('auth.close');
    await importFile(file);
    expect(screen.getByText('Imported, read-only')).toBeVisible();
    expect(screen.getByText('An imported log is read-only.')).toBeVisible();
    expect(state()).toBe('account.anonymous.login.editing, reader.idle');
    screen.getByRole('listbox').focus();
    await user.keyboard('{Home}');
    expect(state()).toBe('account.checking, reader.reading');
    await press('Close the log');
    expect(state()).toBe('account.anonymous.idle, reader.idle');
  });

  it('says why a file is no log, and keeps the current view', async () => {
    const { importFile, logFile, state } = await startPage();
    await importFile(logFile((text) => text.replace('"seq": 0', '"seq": "zero"')));
    expect(screen.getAllByRole('alert')[0]).toHaveTextContent(/log\.json: .*damaged at records\.0/);
    expect(state()).toBe('account.anonymous.idle, reader.idle');
  });

  it('keeps the log of a closed page, and can no longer send events to it', async () => {
    const { app, press, state } = await startPage();
    await press('login.open');
    act(() => app.leave());
    expect(state()).toBe('account.anonymous.login.editing, reader.idle');
    expect(screen.getByText('This page of the app was left.')).toBeVisible();
  });
});

const lines = () => within(screen.getByRole('listbox')).getAllByRole('option');

function litIn(chart: HTMLElement): readonly (string | null)[] {
  return [...chart.querySelectorAll('[data-lit="leaf"] > title')].map((title) => title.textContent);
}
