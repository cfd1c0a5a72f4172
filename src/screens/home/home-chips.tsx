import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useProvince } from '../../app/header/province-choice.tsx';
import { ProvinceChooser } from '../../app/header/province-select.tsx';
import { inProvince } from '../../app/header/search-address.ts';
import { useFocusLeave } from '../../app/header/use-focus-leave.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Link } from '../../ui/navigation/link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './home-chips.module.css';

/** Searches of the chips, as queries of /search. */
const searches = [
  { text: 'home.tonight', query: '?time=today' },
  { text: 'home.weekend', query: '?time=this-weekend' },
  { text: 'common.free', query: '?price=free' },
] as const satisfies readonly { text: TextKey; query: string }[];

/** Searches of one press, in the chosen province; 'Dekat Anda' asks for the province when none is chosen. */
export function HomeChips() {
  const t = useText();
  const navigate = useNavigate();
  const [province] = useProvince();
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = useFocusLeave(() => setAsking(false));
  return (
    <nav className={styles.chips} aria-label={t('home.chips')}>
      <ul className={styles.list}>
        {searches.map(({ text, query }) => (
          <li key={text}>
            <Link to={inProvince(query, province)} className={styles.chip}>
              <Words of={text} />
            </Link>
          </li>
        ))}
        <li {...leave}>
          {province === null ? (
            <button
              ref={button}
              type="button"
              className={styles.chip}
              aria-expanded={asking}
              onClick={() => setAsking(!asking)}
            >
              {t('home.near')}
            </button>
          ) : (
            <Link to={inProvince('', province)} className={styles.chip}>
              {t('home.near')}
              <VisuallyHidden>: {province.name}</VisuallyHidden>
            </Link>
          )}
          {asking && (
            <div className={styles.panel} tabIndex={-1}>
              <ProvinceChooser
                onDone={() => {
                  setAsking(false);
                  button.current?.focus();
                }}
                onChosen={(chosen) => void navigate(inProvince('', chosen))}
              />
            </div>
          )}
        </li>
      </ul>
    </nav>
  );
}
