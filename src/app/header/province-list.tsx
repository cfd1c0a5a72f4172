import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Province } from '../../../contract/catalogue.ts';
import { allProvinces } from '../../../contract/search-values.ts';
import { SampleBadge } from '../../sample/sample-badge.tsx';
import { useText } from '../../text/translate.ts';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useProvinces } from '../reads/queries.ts';
import { type ChosenProvince, useProvince } from './province-choice.tsx';
import styles from './province-select.module.css';
import { inProvince } from './search-address.ts';
import { useCombobox } from './use-combobox.ts';

/** Provinces whose name holds the words, in any case (§2.26). */
export function matchingProvinces(provinces: readonly Province[], words: string): Province[] {
  const wanted = words.trim().toLowerCase();
  return provinces.filter(({ name }) => name.toLowerCase().includes(wanted));
}

interface ProvinceListProps {
  readonly onDone: () => void;
  readonly onChosen?: (province: ChosenProvince | null) => void;
}

/** The search box and the provinces under it; the first entry clears the choice (§2.26). */
export default function ProvinceList({ onDone, onChosen }: ProvinceListProps) {
  const t = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [chosen, choose] = useProvince();
  const provinces = useProvinces();
  const [words, setWords] = useState('');
  const { listId, active, setActive, walk, field } = useCombobox();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const everywhere = { ...allProvinces, name: t('header.provinceAll') };
  const shown = matchingProvinces([everywhere, ...(provinces.data ?? [])], words);

  const pick = ({ id, name, code }: Province) => {
    const province = id === allProvinces.id ? null : { id, name, code };
    choose(province);
    // The search page keeps its query and shows the first page of results in this province.
    const results = inProvince(search, province);
    if (pathname === '/search' && results !== pathname + search) void navigate(results);
    onDone();
    onChosen?.(province);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') onDone();
    else walk(event);
  };

  return (
    <>
      <div className={styles.box}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          {...field(true)}
          className={styles.field}
          lang={t.lang('header.provinceSearch')}
          aria-label={t('header.provinceSearch')}
          placeholder={t('header.provinceSearch')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(null);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p role="status" className={shown.length === 0 ? styles.none : undefined}>
        {shown.length === 0 ? (
          t('header.provinceNone')
        ) : (
          <VisuallyHidden>
            {words !== '' && t('header.provinceFound', { n: shown.length })}
          </VisuallyHidden>
        )}
      </p>
      <div id={listId} role="listbox" aria-label={t('header.province')} className={styles.list}>
        {shown.map((province) => {
          const id = `${listId}${province.id}`;
          const current = province.id === (chosen?.id ?? allProvinces.id);
          return (
            <button
              key={province.id}
              id={id}
              type="button"
              role="option"
              aria-selected={active === id}
              aria-current={current || undefined}
              tabIndex={-1}
              className={styles.option}
              onClick={() => pick(province)}
            >
              {province.name}
              {current && <Check aria-hidden="true" />}
            </button>
          );
        })}
      </div>
      {provinces.data?.[0] !== undefined && <SampleBadge id={provinces.data[0].code} />}
      {provinces.isPending && (
        <Loading text={t('common.loading')} hideText className={styles.waiting ?? ''}>
          <Skeleton width="l" />
          <Skeleton width="m" />
          <Skeleton width="l" />
        </Loading>
      )}
      {provinces.isError && (
        <RetryAlert onRetry={() => void provinces.refetch()}>
          {t('header.provinceFailed')}
        </RetryAlert>
      )}
    </>
  );
}
