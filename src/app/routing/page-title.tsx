import { productName } from '../product.ts';

/** Sets the document title; the product name alone for a page without a title. */
export function PageTitle({ children }: { readonly children?: string }) {
  return <title>{children === undefined ? productName : `${children} | ${productName}`}</title>;
}
