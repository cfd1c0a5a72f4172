// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ActorRefFrom } from 'xstate';
import type { otpMachine } from '../../../machines/otp/otp.machine.ts';
import { RegisterView } from '../../../src/screens/register/register.view.tsx';
import { useCode } from '../../../src/screens/verify-code/use-code.ts';
import { VerifyCodeView } from '../../../src/screens/verify-code/verify-code.view.tsx';
import { registration } from '../../support/flows/auth-flow.ts';
import { ok, refused } from '../../support/flows/machines.ts';
import { answers, sends } from '../../support/model/journey.ts';
import { openStage, type Stage } from '../../support/model/stage.ts';
import { authModel } from '../auth.model.ts';
import '../../support/words.ts';
import { email, grantAs, noWait, otpModel } from '../otp.model.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const google = { busy: false, error: null, onPress: () => undefined };

async function openRegistration(): Promise<Stage> {
  const stage = openStage(authModel, 'cold', () => undefined);
  await answers('readUser', refused(401, 'Unauthorized'))(stage);
  await sends({ type: 'register.open', surface: 'page', returnTo: null })(stage);
  render(
    <MemoryRouter>
      <RegisterView
        phase="editing"
        success={null}
        error={null}
        google={google}
        switcher={null}
        onEdit={() => stage.actor().send({ type: 'register.edit' })}
        onSubmit={(typed) => stage.actor().send({ type: 'register.submit', registration: typed })}
      />
    </MemoryRouter>,
  );
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  await userEvent.type(field(/^Nama Depan/), registration.firstName);
  await userEvent.type(field(/^Nama Belakang/), registration.lastName);
  await userEvent.type(field(/^Nomor Telepon/), '08123456789');
  await userEvent.type(field(/^Email/), registration.email);
  return stage;
}

const password = () => screen.getByLabelText(/^Password/);
const terms = () => screen.getByRole('checkbox');
const signUp = () => userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
const isEditing = (stage: Stage) =>
  expect(stage.snapshot().matches({ account: { anonymous: { register: 'editing' } } })).toBe(true);

describe('§4 Authentication: registration, as drawn', () => {
  it('Registration: requires terms agreement', async () => {
    const stage = await openRegistration();
    await userEvent.type(password(), registration.password);
    await signUp();
    expect(
      await screen.findByText('Please agree to the Terms of Service and Privacy Policy'),
    ).toBeVisible();
    isEditing(stage);
    await userEvent.click(terms());
    await signUp();
    expect(stage.asked('register')).toEqual(registration);
  });

  it('and a valid password', async () => {
    const stage = await openRegistration();
    await userEvent.click(terms());
    await userEvent.type(password(), 'tiketsaja');
    await signUp();
    expect(
      await screen.findByText('Password must contain at least one number', {
        selector: '[id$="-error"] *',
      }),
    ).toBeVisible();
    isEditing(stage);
    await userEvent.type(password(), '1');
    await signUp();
    expect(stage.asked('register')).toEqual({ ...registration, password: 'tiketsaja1' });
  });
});

type Otp = ActorRefFrom<typeof otpMachine>;

/** The code form on a running machine. */
function CodeForm({ otp }: { readonly otp: Otp }) {
  return (
    <VerifyCodeView
      {...useCode(otp)}
      variant="full"
      email={email}
      onSubmit={(code) => otp.send({ type: 'otp.submit', code })}
    />
  );
}

async function openCode(remainingMs = 180_000) {
  const stage = openStage(otpModel, 'full', () => undefined);
  const deadline = performance.now() + remainingMs;
  await answers('readStatus', ok(grantAs({ ...noWait, deadline, remainingMs })))(stage);
  const { container } = render(<CodeForm otp={stage.actor() as Otp} />);
  const boxes = () =>
    [...container.querySelectorAll('[aria-hidden="true"] > span')].map((box) => box.textContent);
  return { stage, boxes };
}

const input = () => screen.getByRole('textbox', { name: 'Kode verifikasi' });
const submit = () => screen.getByRole('button', { name: 'Verifikasi' });

describe('§4 Authentication: OTP verification, as drawn', () => {
  it('OTP verification: six digit boxes, auto-advance', async () => {
    const { stage, boxes } = await openCode();
    expect(boxes()).toEqual(['', '', '', '', '', '']);
    await userEvent.type(input(), '01234');
    expect(boxes()).toEqual(['0', '1', '2', '3', '4', '']);
    expect(submit()).toBeDisabled();
    await userEvent.type(input(), '5');
    await userEvent.click(submit());
    expect(stage.asked('validateCode')).toEqual({ code: '012345' });
  });

  it('backspace goes back', async () => {
    const { boxes } = await openCode();
    await userEvent.type(input(), '012{Backspace}{Backspace}');
    expect(boxes()).toEqual(['0', '', '', '', '', '']);
  });

  it('pasting 6 digits fills all', async () => {
    const { stage, boxes } = await openCode();
    await userEvent.click(input());
    await userEvent.paste('543 210');
    expect(boxes()).toEqual(['5', '4', '3', '2', '1', '0']);
    await userEvent.click(submit());
    expect(stage.asked('validateCode')).toEqual({ code: '543210' });
  });

  it('(mm:ss, red under 60 s)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    await openCode(61_000);
    const timer = screen.getByRole('timer', { name: 'Kode berlaku' });
    expect(timer).toHaveTextContent('01:01');
    expect(timer).not.toHaveAttribute('data-urgent');
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(timer).toHaveTextContent('00:59');
    expect(timer).toHaveAttribute('data-urgent');
  });

  it('resend clears boxes', async () => {
    const { stage, boxes } = await openCode();
    await userEvent.type(input(), '01234');
    await userEvent.click(screen.getByRole('button', { name: 'Kirim ulang kode' }));
    await act(() => answers('sendCode', ok(grantAs()))(stage));
    expect(boxes()).toEqual(['', '', '', '', '', '']);
  });

  it('The email is masked on the OTP screen', async () => {
    await openCode();
    expect(screen.getByText(/ba\*\*\*@contoh\.id/)).toBeVisible();
    expect(document.body).not.toHaveTextContent(email);
  });
});
