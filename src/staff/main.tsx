import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { createPlainCall } from '../effects/http/plain-call.ts';
import { pageStarted } from '../effects/page-started.ts';
import { showRememberedTheme } from '../ui/theme.ts';
import { StaffPage } from './staff-page.tsx';
import { wireStaff } from './wire.ts';

showRememberedTheme();
const container = document.getElementById('staff');
if (container === null) throw new Error('staff.html has no #staff.');

/** Removes the token from the address bar: it is a secret, and a photograph of the screen would reveal it. */
function takeToken(): string | null {
  const token = location.hash.slice(1);
  if (token === '') return null;
  history.replaceState(null, '', location.pathname);
  return token;
}

// Opening an invitation over an open page changes only the fragment.
addEventListener('hashchange', () => {
  if (location.hash.length > 1) location.reload();
});

const call = createPlainCall(location.origin, 'same-origin');
const staff = createActor(wireStaff(call), { input: { token: takeToken() } }).start();
createRoot(container).render(<StaffPage staff={staff} call={call} path={location.pathname} />);
pageStarted();
