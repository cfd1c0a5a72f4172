import { useSyncExternalStore } from 'react';
import { parseInstant, readerTime, zoneOf } from '../text/format.ts';
import { useText } from '../text/translate.ts';

const subscribe = () => () => {};

/** The reader's own time beside that of an event in another time zone. The server, which does not know it, renders nothing; nor does paper. */
export function ReaderTime({ datetime }: { readonly datetime: string }) {
  const t = useText();
  const time = useSyncExternalStore(
    subscribe,
    () => {
      const instant = parseInstant(datetime);
      return instant === null ? null : readerTime(instant, zoneOf(datetime));
    },
    () => null,
  );
  return time !== null && <span data-print="hide"> {t('event.readerTime', { time })}</span>;
}
