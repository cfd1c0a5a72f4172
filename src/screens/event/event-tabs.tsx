import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useCallback, useState } from 'react';
import { type TextKey, useText } from '../../text/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { Tabs } from '../../ui/navigation/tabs.tsx';
import styles from './event-tabs.module.css';
import { useSwipe } from './use-swipe.ts';

/** One tab of the event page. */
export interface EventTab {
  readonly id: string;
  readonly name: TextKey;
  readonly content: ReactNode;
}

interface Shown {
  readonly index: number;
  /** Side from which the tab slides in; none on first render. */
  readonly from: 'left' | 'right' | undefined;
}

/** The tabs of the event page, also changed by swiping or by the arrows below them; dots show which one is open (§2.130). */
export function EventTabs({ items }: { readonly items: readonly EventTab[] }) {
  const t = useText();
  const [{ index, from }, setShown] = useState<Shown>({ index: 0, from: undefined });
  const count = items.length;
  const turn = useCallback(
    (step: 1 | -1) =>
      setShown((shown) => ({
        index: (shown.index + step + count) % count,
        from: step === 1 ? 'right' : 'left',
      })),
    [count],
  );
  const swiped = useSwipe(turn);

  const open = (id: string) => {
    const next = items.findIndex((item) => item.id === id);
    if (next !== index) setShown({ index: next, from: next > index ? 'right' : 'left' });
  };
  const beside = (step: number) => {
    const item = items[(index + step + count) % count];
    return item === undefined ? '' : t(item.name);
  };

  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('event.tabs')}
        value={items[index]?.id ?? ''}
        onChange={open}
        items={items.map(({ id, name, content }) => ({
          id,
          label: t(name),
          lang: t.lang(name),
          content: (
            <div key={id} ref={swiped} data-from={from} className={styles.page}>
              {content}
            </div>
          ),
        }))}
      />
      <div className={styles.steps} data-print="hide">
        <IconButton
          label={`${t('event.previousTab')}: ${beside(-1)}`}
          variant="secondary"
          onClick={() => turn(-1)}
        >
          <ChevronLeft />
        </IconButton>
        <div className="row" aria-hidden="true">
          {items.map(({ id }, place) => (
            <span key={id} data-open={place === index} className={styles.dot} />
          ))}
        </div>
        <IconButton
          label={`${t('event.nextTab')}: ${beside(1)}`}
          variant="secondary"
          onClick={() => turn(1)}
        >
          <ChevronRight />
        </IconButton>
      </div>
    </div>
  );
}
