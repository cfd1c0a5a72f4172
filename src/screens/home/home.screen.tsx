import { HomeStrip } from '../home-strip/home-strip.tsx';
import { HomeView } from './home.view.tsx';
import { HomeChips } from './home-chips.tsx';
import { useList } from './use-list.ts';

/** / (§2.70). */
export default function HomeScreen() {
  return (
    <HomeView
      featured={useList('featured')}
      promo={useList('promo')}
      upcoming={useList('upcoming')}
      chips={<HomeChips />}
      last={<HomeStrip />}
    />
  );
}
