import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { inspectHosted } from '../../../src/inspector/hosted.ts';
import { settle } from '../../support/flows/machines.ts';
import { inspectedAuth } from './inspected-auth.ts';

it('requests nothing from the hosted page before the button is pressed, and sends it no secret', async () => {
  const posted: string[] = [];
  const hosted = { postMessage: (message: unknown) => posted.push(JSON.stringify(message)) };
  const opened = vi.spyOn(window, 'open').mockReturnValue(hosted as unknown as Window);
  const { inspect } = inspectHosted(window);
  const { actor } = await inspectedAuth(inspect);
  actor.send({ type: 'login.open', surface: 'page', returnTo: null });
  actor.send({ type: 'login.submit', email: 'sari@contoh.id', password: 'Sandi-Rahasia-77' });
  await settle();
  expect(opened).not.toHaveBeenCalled();

  const button = screen.getByRole('button', { name: 'Open the inspector at stately.ai' });
  await userEvent.click(button);
  expect(opened).toHaveBeenCalledWith('https://stately.ai/inspect', 'xstateinspector');
  expect(button).not.toBeVisible();
  act(() => {
    window.dispatchEvent(new MessageEvent('message', { data: { type: '@statelyai.connected' } }));
  });
  await vi.waitFor(() => expect(posted.join('')).toContain('login.submit'));
  const wire = posted.join('\n');
  // The message contains the machine's definition as text.
  expect(wire).toContain('fetchUserAgain');
  expect(wire).not.toContain('Sandi-Rahasia');
  expect(wire).not.toContain('sari@contoh.id');
  actor.stop();
});
