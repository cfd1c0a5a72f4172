import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { fetched } from '../ui/fetched.ts';
import { AuthModalGate } from './auth-modal-gate.tsx';
import { PublicLayout } from './layout.tsx';
import { AppFailure, Boundary, ScreenFailure } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

const PurchaseLayout = fetched(async () => ({
  default: (await import('./purchase-layout.tsx')).PurchaseLayout,
}));

const publicScreens: Readonly<Record<string, ComponentType>> = {
  '/': fetched(() => import('../screens/home/home.screen.tsx')),
  '/login': fetched(() => import('../screens/login/login.screen.tsx')),
  '/auth/login': fetched(() => import('../screens/login/login.screen.tsx')),
  '/register': fetched(() => import('../screens/register/register.screen.tsx')),
  '/verify': fetched(() => import('../screens/verify-code/verify-code.screen.tsx')),
  '/verify-code': fetched(() => import('../screens/verify-code/verify-code.screen.tsx')),
  '/search': fetched(() => import('../screens/search/search.screen.tsx')),
  '/event/:slug': fetched(() => import('../screens/event/event.screen.tsx')),
  '/my-tickets': fetched(() => import('../screens/my-tickets/my-tickets.screen.tsx')),
  '/e-ticket/:ticketId': fetched(() => import('../screens/e-ticket/e-ticket.screen.tsx')),
  '/transaction-history': fetched(
    () => import('../screens/transaction-history/transaction-history.screen.tsx'),
  ),
  '/profile': fetched(() => import('../screens/profile/profile.screen.tsx')),
  '/contact-us': fetched(() => import('../screens/contact-us/contact-us.screen.tsx')),
  '/create-event': fetched(() => import('../screens/create-event/create-event.screen.tsx')),
  '*': fetched(() => import('../screens/not-found/not-found.screen.tsx')),
};

const purchaseScreens: Readonly<Record<string, ComponentType>> = {
  '/event/:slug/queue': fetched(() => import('../screens/queue/queue.screen.tsx')),
  '/event/:slug/seats': fetched(() => import('../screens/seats/seats.screen.tsx')),
  '/event/:slug/categories': fetched(() => import('../screens/categories/categories.screen.tsx')),
  '/event/:slug/order-form': fetched(() => import('../screens/order-form/order-form.screen.tsx')),
  '/event/:slug/payment-method': fetched(
    () => import('../screens/payment-method/payment-method.screen.tsx'),
  ),
  '/event/:slug/payment': fetched(() => import('../screens/payment/payment.screen.tsx')),
  '/event/:slug/payment-generated': fetched(() => import('../screens/payment/payment.screen.tsx')),
};

/** What every screen stands in: a fault or missing code of one screen leaves the frame of the page alone. */
function ScreenSlot(props: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Boundary resetKey={pathname} fallback={<ScreenFailure />}>
      <Suspense fallback={<ScreenSkeleton />}>{props.children}</Suspense>
    </Boundary>
  );
}

function routesOf(screens: Readonly<Record<string, ComponentType>>): ReactNode {
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
    </Boundary>
  );
}
