import { productName } from '../product.ts';

/** The logo and the product name, in the colours of the surrounding element. */
export function Logo(props: { readonly className?: string | undefined }) {
  return (
    <span className={props.className}>
      <svg viewBox="0 0 64 64" width="32" height="32" aria-hidden="true">
        <path
          fill="var(--color-brand)"
          d="M8 12h48a4 4 0 0 1 4 4v9a7 7 0 0 0 0 14v9a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-9a7 7 0 0 0 0-14v-9a4 4 0 0 1 4-4Z"
        />
        <path
          fill="none"
          stroke="var(--color-accent)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray="0 6"
          d="M46 17v31"
        />
        <path
          fill="var(--color-on-brand)"
          fillRule="evenodd"
          d="M16 20h12.5a8 8 0 0 1 3.3 15.3L37 44h-6.600l-4.600-8H21.700v8H16V20Zm5.700 5v6.200h6.300a3.1 3.1 0 0 0 0-6.200h-6.300Z"
        />
      </svg>
      <span>{productName}</span>
    </span>
  );
}
