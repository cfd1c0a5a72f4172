import { productName } from '../product.ts';

/** Names the page in the tab and in the history of the browser; without a name of its own, by the product alone. */
export function PageTitle({ children }: { readonly children?: string }) {
  return <title>{children === undefined ? productName : `${children} | ${productName}`}</title>;
}
