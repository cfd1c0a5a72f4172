import Search from 'lucide-react/icons/search';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pageSizes } from '../../../contract/limits.ts';
import { useText } from '../../text/translate.ts';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import styles from './header-search.module.css';
import SearchPanel from './header-search-panel.tsx';
import { useProvince } from './province-choice.tsx';
import { searchAddress } from './search-address.ts';
import { useCombobox } from './use-combobox.ts';

/** 'Find Events': the search of narrow screens, over the page (§2.41). */
export default function SearchModal({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [province] = useProvince();
  const [words, setWords] = useState('');
  const { listId, active, setActive, walk, field } = useCombobox();
  const { pathname, search } = useLocation();
  const opened = useRef(pathname + search);

  // Back leaves the page under the modal, so the modal closes.
  useEffect(() => {
    if (opened.current !== pathname + search) onClose();
  }, [pathname, search, onClose]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === '') return;
    onClose();
    void navigate(searchAddress(words, province));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('header.findEvents')}
      titleLang={t.lang('header.findEvents')}
      className={styles.modal ?? ''}
    >
      <search>
        <form className={styles.form} onSubmit={submit}>
          <Search aria-hidden="true" />
          <input
            {...field(true)}
            className={styles.field}
            data-autofocus=""
            aria-label={t('header.search')}
            placeholder={t('header.searchPlaceholder')}
            enterKeyHint="search"
            maxLength={200}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setActive(null);
            }}
            onKeyDown={walk}
          />
        </form>
        <div className={styles.results}>
          <SearchPanel
            words={words}
            minimum={2}
            size={pageSizes.searchModal}
            listId={listId}
            active={active}
            onChosen={onClose}
          />
        </div>
      </search>
    </Dialog>
  );
}
