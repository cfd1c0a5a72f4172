import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';

interface PolicyLinesProps {
  /** Null: bought tickets are not taken back. */
  readonly policy: RefundPolicy | null;
}

/** What a buyer who gives tickets back gets, as the organiser says it (decision 080). */
export function PolicyLines({ policy }: PolicyLinesProps) {
  const t = useText();
  if (policy === null) return <p>{t('policy.none')}</p>;
  const steps = [...policy.steps].sort((one, other) => other.daysBefore - one.daysBefore);
  return (
    <ul className="stack gap-1">
      {steps.map(({ daysBefore: days, percent }) => (
        <li key={days}>
          {days === 0 ? t('policy.untilStart', { percent }) : t('policy.step', { days, percent })}
        </li>
      ))}
      <li>
        {policy.fee === 0 ? t('policy.feesStay') : t('policy.fee', { fee: rupiah(policy.fee) })}
      </li>
    </ul>
  );
}
