import ChevronDown from 'lucide-react/icons/chevron-down';
import MapPin from 'lucide-react/icons/map-pin';
import { Suspense, useId, useRef, useState } from 'react';
import { useText } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Boundary } from '../routing/screen-boundary.tsx';
import { type ChosenProvince, useProvince } from './province-choice.tsx';
import styles from './province-select.module.css';
import { useFocusLeave } from './use-focus-leave.ts';

const ProvinceList = fetched(() => import('./province-list.tsx'));

interface ProvinceChooserProps {
  /** Closes the panel. */
  readonly onDone: () => void;
  readonly onChosen?: (province: ChosenProvince | null) => void;
}

/** The list of provinces, loaded when it is first opened. */
export function ProvinceChooser(props: ProvinceChooserProps) {
  const t = useText();
  return (
    <Boundary resetKey="" fallback={<p>{t('header.provinceFailed')}</p>}>
      <Suspense
        fallback={
          <Loading text={t('common.loading')} hideText>
            <Skeleton shape="title" />
          </Loading>
        }
      >
        <ProvinceList {...props} />
      </Suspense>
    </Boundary>
  );
}

/** The chosen province: its name on wide screens, its first word or 'All' on narrow ones (§2.26). */
export function ProvinceSelect({ className }: { readonly className?: string | undefined }) {
  const t = useText();
  const [province] = useProvince();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const leave = useFocusLeave(() => setOpen(false));
  const name = province?.name ?? t('header.provinceAll');
  const short = province?.name.trim().split(/\s+/)[0] ?? t('header.provinceShortAll');
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className={classNames(styles.select, className)} {...leave}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={t('header.provinceChosen', { name })}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        <MapPin className={styles.pin} aria-hidden="true" />
        <span className={styles.name}>{name}</span>
        <span className={styles.short}>{short}</span>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </button>
      {open && (
        <div id={panelId} className={styles.panel} tabIndex={-1}>
          <ProvinceChooser onDone={close} />
        </div>
      )}
    </div>
  );
}
