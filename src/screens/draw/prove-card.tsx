import CircleCheck from 'lucide-react/icons/circle-check';
import { type FormEvent, useState } from 'react';
import type { Draw } from '../../../contract/draw/calls.ts';
import { nameShape } from '../../../contract/draw/list.ts';
import { useLocale, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextField } from '../../ui/form/field.tsx';
import styles from './draw.module.css';
import type { CheckPlace, Proved } from './proved.ts';

interface ProveCardProps {
  readonly draw: Draw;
  readonly ownName: string | null;
  readonly onCheck: CheckPlace;
}

/** Checks one number: the reader's own, or that of any name. */
export function ProveCard({ draw, ownName, onCheck }: ProveCardProps) {
  const t = useText();
  const [typed, setName] = useState<string | null>(null);
  // A new tab knows the reader's own name only once it has read the session.
  const name = typed ?? ownName ?? '';
  const [state, setState] = useState<
    'ready' | 'busy' | 'nameWrong' | Awaited<ReturnType<CheckPlace>>
  >('ready');

  const check = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim().toLowerCase();
    if (!nameShape.test(wanted)) {
      setState('nameWrong');
      return;
    }
    setState('busy');
    setState(await onCheck(draw, wanted));
  };

  return (
    <Card as="form" className={styles.step} onSubmit={(event: FormEvent) => void check(event)}>
      <h3>{t('undian.prove')}</h3>
      <p>{t('undian.proveText')}</p>
      <TextField
        label={t('undian.name')}
        help={t('undian.nameHelp')}
        error={state === 'nameWrong' ? t('undian.nameWrong') : undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" busy={state === 'busy'}>
        {t('undian.check')}
      </Button>
      <div role="status">
        {state === 'notListed' && <Alert tone="warning">{t('undian.notListed')}</Alert>}
        {state === 'failed' && <Alert tone="danger">{t('undian.proofFailed')}</Alert>}
        {typeof state === 'object' && <Result draw={draw} proved={state} />}
      </div>
    </Card>
  );
}

function Result({ draw, proved }: { readonly draw: Draw; readonly proved: Proved }) {
  const t = useText();
  const [locale] = useLocale();
  if ('wrong' in proved) {
    return <Alert tone="danger">{t(`undian.wrong.${proved.wrong}`)}</Alert>;
  }
  const number = proved.number.toLocaleString(locale);
  const facts = {
    place: proved.place.toLocaleString(locale),
    n: (draw.entrants ?? 0).toLocaleString(locale),
  };
  const steps = [
    t('undian.provedSecret'),
    ...(draw.beacon === null ? [] : [t('undian.provedBeacon')]),
    t('undian.provedList', facts),
    t('undian.provedNumber', { number }),
  ];
  return (
    <Alert tone="success" title={t('undian.proved', { number })}>
      <ul className={styles.proof}>
        {steps.map((step) => (
          <li key={step}>
            <CircleCheck aria-hidden="true" />
            {step}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
