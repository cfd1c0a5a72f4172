import { keptTicketsPagePath } from '../../../contract/stored/kept-tickets.ts';
import { ticketsOfKey } from '../../../contract/stored/stored-key.ts';
import { longMoment } from '../../text/format.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useBrowserStore } from '../reads/store-context.ts';

/** Says since when (epoch milliseconds) the shown data has been stored on this device; renders nothing for a fresh response. */
export function KeptNote({ keptAt }: { readonly keptAt: number | null }) {
  const t = useText();
  const [locale] = useLocale();
  if (keptAt === null) return null;
  return <Alert tone="warning">{t('tickets.kept', { when: longMoment(keptAt, locale) })}</Alert>;
}

/** Link to the tickets stored on this device, for a buyer who is signed out or offline; renders nothing where none are stored. */
export function KeptTicketsLink() {
  const t = useText();
  const store = useBrowserStore();
  if (store.read(ticketsOfKey) === null) return null;
  return <a href={keptTicketsPagePath}>{t('tickets.keptLink')}</a>;
}
