import { keptTicketsPagePath } from '../../../contract/stored/kept-tickets.ts';
import { ticketsOfKey } from '../../../contract/stored/stored-key.ts';
import { longMoment } from '../../text/format.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useBrowserStore } from '../reads/store-context.ts';

/** Says that what is shown was kept on this device (epoch milliseconds), and nothing where the server has just answered. */
export function KeptNote({ keptAt }: { readonly keptAt: number | null }) {
  const t = useText();
  const [locale] = useLocale();
  if (keptAt === null) return null;
  return <Alert tone="warning">{t('tickets.kept', { when: longMoment(keptAt, locale) })}</Alert>;
}

/** The way to what this device keeps, for who is not let in any more or cannot be answered; nothing where it keeps nothing. */
export function KeptTicketsLink() {
  const t = useText();
  const store = useBrowserStore();
  if (store.read(ticketsOfKey) === null) return null;
  return <a href={keptTicketsPagePath}>{t('tickets.keptLink')}</a>;
}
