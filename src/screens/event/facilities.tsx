import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import type { EventDetail } from '../../../contract/catalogue.ts';
import { useText } from '../../text/translate.ts';
import styles from './facilities.module.css';

type Facility = EventDetail['facilities'][number];

/** The facility's own picture; a tick where it has none or it cannot be shown. */
function Mark({ logo }: { readonly logo: Facility['logo'] }) {
  const [failed, setFailed] = useState(false);
  if (!logo || failed) return <Check aria-hidden="true" />;
  return (
    <img src={logo} alt="" width={20} height={20} loading="lazy" onError={() => setFailed(true)} />
  );
}

/** Facilities of the venue, or a note that they are unknown (§2.134). */
export function Facilities({ facilities }: { readonly facilities: readonly Facility[] }) {
  const t = useText();
  if (facilities.length === 0) return <p>{t('event.noFacilities')}</p>;
  return (
    <ul className={styles.facilities}>
      {facilities.map(({ name, logo }) => (
        <li key={name}>
          <Mark logo={logo} />
          {name}
        </li>
      ))}
    </ul>
  );
}
