import { createContext, type ReactNode, useContext } from 'react';
import type { PriceRule } from '../../../contract/price/price-rules.ts';
import { Money, type MoneyProps } from '../../ui/money.tsx';
import { Beside } from './beside.tsx';

const none: readonly PriceRule[] = [];
const Rules = createContext(none);

interface PricesWithProps {
  /** Undefined until they are read. */
  readonly rules: readonly PriceRule[] | undefined;
  readonly children: ReactNode;
}

/** The prices below are shown by the rules of one event. */
export function PricesWith({ rules = none, children }: PricesWithProps) {
  return <Rules value={rules}>{children}</Rules>;
}

/** A shown price and, beside it, what the payment adds. */
export function Price(props: MoneyProps) {
  return (
    <span>
      <Money {...props} />
      <Beside amount={props.amount} rules={useContext(Rules)} />
    </span>
  );
}
