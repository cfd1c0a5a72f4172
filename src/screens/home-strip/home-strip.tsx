import { Boundary } from '../../app/routing/screen-boundary.tsx';
import HomeStripScreen from './home-strip.screen.tsx';

/** The last part of the home page: purchases or the partner banner (§2.71); loaded lazily, because the page works without it. */
export function HomeStrip() {
  return (
    <Boundary resetKey="home-strip" fallback={null}>
      <HomeStripScreen />
    </Boundary>
  );
}
