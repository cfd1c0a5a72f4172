import { Boundary } from '../../app/routing/screen-boundary.tsx';
import HomeStripScreen from './home-strip.screen.tsx';

/** The last part of the home page: what was bought, or the invitation to partners (§1); the page stands without it. */
export function HomeStrip() {
  return (
    <Boundary resetKey="home-strip" fallback={null}>
      <HomeStripScreen />
    </Boundary>
  );
}
