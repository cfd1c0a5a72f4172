import { useSyncExternalStore } from 'react';
import { productName } from '../product.ts';
import { onTitlePrefix, titlePrefix } from './title-prefix.ts';

/** Sets the document title; the product name alone for a page without a title. */
export function PageTitle({ children }: { readonly children?: string }) {
  const prefix = useSyncExternalStore(onTitlePrefix, titlePrefix, titlePrefix);
  const title = children === undefined ? productName : `${children} | ${productName}`;
  return <title>{prefix + title}</title>;
}
