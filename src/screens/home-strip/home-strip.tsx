import { Suspense } from 'react';
import { Boundary } from '../../app/screen-boundary.tsx';
import { fetched } from '../../ui/fetched.ts';
import styles from './home-strip.module.css';

const Strip = fetched(() => import('./home-strip.screen.tsx'));

/** The last part of the home page: what was bought, or the invitation to partners (§1); fetched apart, and the page stands without it. */
export function HomeStrip() {
  return (
    <Boundary resetKey="home-strip" fallback={null}>
      <Suspense fallback={<div className={styles.place} />}>
        <Strip />
      </Suspense>
    </Boundary>
  );
}
