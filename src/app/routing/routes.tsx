import { type ReactNode, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router-dom';
import { withWords } from '../../text/words.ts';
import { type Fetched, fetched } from '../../ui/feedback/fetched.ts';
import { AuthModalGate } from '../flows/auth-modal-gate.tsx';
import { SwitchQuestionGate } from '../flows/switch-question-gate.tsx';
import { PublicLayout } from '../shell/layout.tsx';
import { AppFailure, Boundary, ScreenFailure } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

type Screens = Readonly<Record<string, Fetched<object>>>;

const PurchaseLayout = fetched(async () => ({
  default: (await withWords('purchase', import('../flows/purchase-layout.tsx'))).PurchaseLayout,
}));

const partsPatienceMs = 1_000;

/** Fetches the drawing of organiser text; never rejects, since the event can be read without it. */
const eventParts = () =>
  import('../../screens/event/organiser-html.tsx')
    .then(({ CleanHtml }) => CleanHtml.prepare())
    .catch(() => undefined);

const publicScreens: Screens = {
  '/': fetched(() => import('../../screens/home/home.screen.tsx')),
  '/login': fetched(() => withWords('sign-in', import('../../screens/login/login.screen.tsx'))),
  '/auth/login': fetched(() =>
    withWords('sign-in', import('../../screens/login/login.screen.tsx')),
  ),
  '/register': fetched(() =>
    withWords('sign-in', import('../../screens/register/register.screen.tsx')),
  ),
  '/verify': fetched(() =>
    withWords('sign-in', import('../../screens/verify-code/verify-code.screen.tsx')),
  ),
  '/verify-code': fetched(() =>
    withWords('sign-in', import('../../screens/verify-code/verify-code.screen.tsx')),
  ),
  '/forgot-password': fetched(() =>
    withWords('sign-in', import('../../screens/forgot-password/forgot-password.screen.tsx')),
  ),
  '/complete-profile': fetched(() =>
    withWords('sign-in', import('../../screens/complete-profile/complete-profile.screen.tsx')),
  ),
  '/search': fetched(() => withWords('search', import('../../screens/search/search.screen.tsx'))),
  '/event': fetched(() => withWords('event', import('../../screens/event/event.screen.tsx'))),
  '/event/:slug': fetched(async () => {
    const parts = eventParts();
    const code = await withWords('event', import('../../screens/event/event.screen.tsx'));
    // A part that comes late would move what stands below it, but must not hold up the page.
    await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, partsPatienceMs))]);
    return code;
  }),
  '/my-tickets': fetched(() =>
    withWords('account', import('../../screens/my-tickets/my-tickets.screen.tsx')),
  ),
  '/e-ticket': fetched(() =>
    withWords('account', import('../../screens/e-ticket/e-ticket.screen.tsx')),
  ),
  '/e-ticket/:ticketId': fetched(() =>
    withWords('account', import('../../screens/e-ticket/e-ticket.screen.tsx')),
  ),
  '/transaction-history': fetched(() =>
    withWords(
      'account',
      import('../../screens/transaction-history/transaction-history.screen.tsx'),
    ),
  ),
  '/profile': fetched(() =>
    withWords('account', import('../../screens/profile/profile.screen.tsx')),
  ),
  '/contact-us': fetched(() =>
    withWords('site', import('../../screens/contact-us/contact-us.screen.tsx')),
  ),
  '/create-event': fetched(() =>
    withWords('site', import('../../screens/create-event/create-event.screen.tsx')),
  ),
  '/terms': fetched(() => withWords('site', import('../../screens/legal/terms.screen.tsx'))),
  '/privacy': fetched(() => withWords('site', import('../../screens/legal/privacy.screen.tsx'))),
  '*': fetched(() => withWords('site', import('../../screens/not-found/not-found.screen.tsx'))),
};

const purchaseScreens: Screens = {
  '/event/:slug/queue': fetched(() =>
    withWords('purchase', import('../../screens/queue/queue.screen.tsx')),
  ),
  '/event/:slug/seats': fetched(() =>
    withWords('purchase', import('../../screens/seats/seats.screen.tsx')),
  ),
  '/event/:slug/categories': fetched(() =>
    withWords('purchase', import('../../screens/categories/categories.screen.tsx')),
  ),
  '/event/:slug/order-form': fetched(() =>
    withWords(
      'purchase',
      withWords('checkout', import('../../screens/order-form/order-form.screen.tsx')),
    ),
  ),
  '/event/:slug/payment-method': fetched(() =>
    withWords(
      'purchase',
      withWords('checkout', import('../../screens/payment-method/payment-method.screen.tsx')),
    ),
  ),
  '/event/:slug/payment': fetched(() =>
    withWords(
      'purchase',
      withWords('checkout', import('../../screens/payment/payment.screen.tsx')),
    ),
  ),
  '/event/:slug/payment-generated': fetched(() =>
    withWords(
      'purchase',
      withWords('checkout', import('../../screens/payment/payment.screen.tsx')),
    ),
  ),
};

/** Fetches the code of the screen at a path, so that its first drawing does not wait for it. */
export async function prepareScreen(pathname: string): Promise<void> {
  const path = Object.keys(publicScreens).find(
    (pattern) => pattern !== '*' && matchPath(pattern, pathname) !== null,
  );
  if (path !== undefined) await publicScreens[path]?.prepare();
}

/** The same for a screen that the server drew, with the parts that come on their own: one still on its way would be missing for a moment. */
export async function prepareDrawnScreen(pathname: string): Promise<void> {
  const isEvent = matchPath('/event/:slug', pathname) !== null;
  await Promise.all([prepareScreen(pathname), isEvent ? eventParts() : undefined]);
}

/** What every screen stands in: a fault or missing code of one screen leaves the frame of the page alone. */
function ScreenSlot(props: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Boundary resetKey={pathname} fallback={<ScreenFailure />}>
      <Suspense fallback={<ScreenSkeleton />}>{props.children}</Suspense>
    </Boundary>
  );
}

function routesOf(screens: Screens): ReactNode {
  return Object.entries(screens).map(([path, Screen]) => (
    <Route
      key={path}
      path={path}
      element={
        <ScreenSlot>
          <Screen />
        </ScreenSlot>
      }
    />
  ));
}

/** Every address of the product (§2), and the sign-in that may lie over any of them. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <Boundary resetKey={pathname} fallback={<AppFailure />}>
      <Routes>
        <Route element={<PublicLayout />}>{routesOf(publicScreens)}</Route>
        <Route
          element={
            <Suspense fallback={<ScreenSkeleton />}>
              <PurchaseLayout />
            </Suspense>
          }
        >
          {routesOf(purchaseScreens)}
        </Route>
      </Routes>
      <AuthModalGate />
      <SwitchQuestionGate />
    </Boundary>
  );
}
