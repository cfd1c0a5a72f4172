import { type ReactNode, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { pageNames, pageOf } from '../../../contract/pages.ts';
import { withWords } from '../../text/words.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import { AuthModalGate } from '../flows/auth-modal-gate.tsx';
import { SwitchQuestionGate } from '../flows/questions/switch-question-gate.tsx';
import { PublicLayout } from '../shell/layout.tsx';
import { screens } from './page-code.tsx';
import { AppFailure, Boundary, ScreenFailure } from './screen-boundary.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

const PurchaseLayout = fetched(async () => ({
  default: (await withWords('purchase', import('../flows/purchase-layout.tsx'))).PurchaseLayout,
}));

/** Wraps every screen: a crash or missing code of one screen leaves the page's frame intact. */
function ScreenSlot(props: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Boundary resetKey={pathname} fallback={<ScreenFailure />}>
      <Suspense fallback={<ScreenSkeleton />}>{props.children}</Suspense>
    </Boundary>
  );
}

/** Routes of the pages inside or outside the purchase, made from the page table. */
function routesOf(isPurchase: boolean): ReactNode {
  return pageNames.flatMap((name) => {
    const { path, aliases = [], purchase } = pageOf(name);
    if ((purchase !== undefined) !== isPurchase) return [];
    const Screen = screens[name];
    return [path, ...aliases].map((each) => (
      <Route
        key={each}
        path={each}
        caseSensitive
        element={
          <ScreenSlot>
            <Screen />
          </ScreenSlot>
        }
      />
    ));
  });
}

/** Every route of the product (§2.1), and the sign-in modal over them. */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <Boundary resetKey={pathname} fallback={<AppFailure />}>
      <Routes>
        <Route element={<PublicLayout />}>{routesOf(false)}</Route>
        <Route
          element={
            <Suspense fallback={<ScreenSkeleton />}>
              <PurchaseLayout />
            </Suspense>
          }
        >
          {routesOf(true)}
        </Route>
      </Routes>
      <AuthModalGate />
      <SwitchQuestionGate />
    </Boundary>
  );
}
