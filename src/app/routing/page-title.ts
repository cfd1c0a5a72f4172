import { useEffect } from 'react';
import { productName } from '../product.ts';

/** Names the page in the tab and in the history of the browser. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${productName}`;
  }, [title]);
}
