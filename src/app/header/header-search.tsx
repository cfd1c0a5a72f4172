import Search from 'lucide-react/icons/search';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pageSizes } from '../../../contract/limits.ts';
import { useText } from '../../text/translate.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { fetched } from '../../ui/feedback/fetched.ts';
import { Boundary } from '../routing/screen-boundary.tsx';
import styles from './header-search.module.css';
import { useProvince } from './province-choice.tsx';
import { searchAddress } from './search-address.ts';
import { useCombobox } from './use-combobox.ts';
import { useFocusLeave } from './use-focus-leave.ts';

const SearchPanel = fetched(() => import('./header-search-panel.tsx'));
const loadModal = () => import('./header-search-modal.tsx');
const SearchModal = lazy(loadModal);

/** The field of the wide header; its suggestions open on focus and close when the focus has left them (§2.40). */
export function HeaderSearch({ className }: { readonly className?: string | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const [province] = useProvince();
  const [words, setWords] = useState('');
  const [open, setOpen] = useState(false);
  const { listId, active, setActive, walk, field } = useCombobox();
  const close = () => {
    setOpen(false);
    setActive(null);
  };
  const leave = useFocusLeave(close);

  const chosen = () => {
    close();
    setWords('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === '') return;
    const address = searchAddress(words, province);
    chosen();
    void navigate(address);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      if (open) close();
      else setWords('');
    } else if (walk(event)) setOpen(event.key !== 'Enter');
  };

  return (
    <search className={classNames(styles.search, className)} {...leave}>
      <form className={styles.form} onSubmit={submit}>
        <Search aria-hidden="true" />
        <input
          {...field(open)}
          className={styles.field}
          aria-label={t('header.search')}
          placeholder={t('header.search')}
          enterKeyHint="search"
          maxLength={200}
          value={words}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onChange={(event) => {
            setWords(event.target.value);
            setActive(null);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
      </form>
      {open && (
        <Boundary resetKey={words} fallback={null}>
          <Suspense>
            <div className={styles.popup} tabIndex={-1}>
              <SearchPanel
                words={words}
                minimum={1}
                size={pageSizes.searchDropdown}
                listId={listId}
                active={active}
                onChosen={chosen}
              />
            </div>
          </Suspense>
        </Boundary>
      )}
    </search>
  );
}

/** The search of narrow headers: a button that opens 'Find Events' (§2.41). */
export function HeaderSearchButton({ className }: { readonly className?: string | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  // If the modal's code fails to load, the button opens the results page, which has its own search.
  const press = () =>
    void loadModal().then(
      () => setOpen(true),
      () => navigate('/search'),
    );
  return (
    <>
      <IconButton
        label={t('header.search')}
        aria-haspopup="dialog"
        className={className}
        onClick={press}
      >
        <Search />
      </IconButton>
      {open && (
        <Suspense>
          <SearchModal onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
