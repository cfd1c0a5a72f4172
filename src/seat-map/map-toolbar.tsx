import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useText } from '../text/translate.ts';
import { IconButton } from '../ui/button.tsx';
import type { MapView } from './map-view.ts';
import styles from './seat-map.module.css';
import { baseCell, contentSize, type Extent } from './view.ts';

/** Share of the viewport by which one press pans. */
const panShare = 0.5;

const pans = [
  { name: 'left', right: -1, down: 0, Icon: ArrowLeft },
  { name: 'right', right: 1, down: 0, Icon: ArrowRight },
  { name: 'up', right: 0, down: -1, Icon: ArrowUp },
  { name: 'down', right: 0, down: 1, Icon: ArrowDown },
] as const;

/** Buttons that pan and zoom without dragging, pinching or a wheel (accessibility). */
export function MapToolbar(props: {
  readonly view: MapView;
  readonly extent: Extent;
  /** What else moves the map. */
  readonly children: ReactNode;
}) {
  const { view, extent, children } = props;
  const t = useText();
  // Compared as text, so that a move that changes no button causes no render.
  const state = useSyncExternalStore(view.subscribe, () => {
    const { cell, left, top, box } = view.seen;
    const { least, most } = view.limits;
    const size = contentSize(extent, cell);
    const canPan =
      box.width > 0
        ? [left > 1, left < size.width - box.width - 1, top > 1, top < size.height - box.height - 1]
        : [false, false, false, false];
    return JSON.stringify({
      percent: Math.round((cell / baseCell) * 100),
      canGrow: cell < most - 0.01,
      canShrink: cell > least + 0.01,
      canPan,
    });
  });
  const { percent, canGrow, canShrink, canPan } = JSON.parse(state) as {
    readonly percent: number;
    readonly canGrow: boolean;
    readonly canShrink: boolean;
    readonly canPan: readonly boolean[];
  };
  return (
    <div className={styles.toolbar}>
      {children}
      <div className={styles.pans}>
        {pans.map(({ name, right, down, Icon }, at) => (
          <IconButton
            key={name}
            label={t(`seats.pan.${name}`)}
            aria-disabled={canPan[at] !== true || undefined}
            onClick={() => view.pan(right * panShare, down * panShare)}
          >
            <Icon />
          </IconButton>
        ))}
      </div>
      <div className={styles.tools}>
        <IconButton label={t('seats.zoomOut')} disabled={!canShrink} onClick={() => view.step(-1)}>
          <Minus />
        </IconButton>
        <output className={styles.percent} aria-label={t('seats.zoom')}>
          {percent}%
        </output>
        <IconButton label={t('seats.zoomIn')} disabled={!canGrow} onClick={() => view.step(1)}>
          <Plus />
        </IconButton>
        <IconButton label={t('seats.fit')} onClick={() => view.fit()}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  );
}
