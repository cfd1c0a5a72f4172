import type { Show } from '../../../../contract/catalogue.ts';
import { type TextKey, Words } from '../../../text/translate.ts';
import { Badge, type BadgeTone } from '../../../ui/feedback/badge.tsx';

const badges: Readonly<Record<Show['availability'], { tone: BadgeTone; text: TextKey }>> = {
  available: { tone: 'success', text: 'show.available' },
  limited: { tone: 'warning', text: 'show.limited' },
  sold_out: { tone: 'danger', text: 'show.sold_out' },
  unknown: { tone: 'neutral', text: 'show.unknown' },
};

/** Whether a show or a category has places. */
export function StockBadge({ availability }: Pick<Show, 'availability'>) {
  const { tone, text } = badges[availability];
  return (
    <Badge tone={tone}>
      <Words of={text} />
    </Badge>
  );
}
