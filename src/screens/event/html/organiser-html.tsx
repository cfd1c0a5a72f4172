import { Suspense } from 'react';
import { fetched } from '../../../ui/feedback/fetched.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The renderer of organiser HTML with its cleaner, loaded lazily because it is a large part of the event page's code. */
export const CleanHtml = fetched(() => import('./clean-html.tsx'));

/** Text of an organiser; cleaned here even though the server has cleaned it (§2.132). */
export function OrganiserHtml({ html }: { readonly html: string }) {
  return (
    <Suspense
      fallback={
        <>
          <Skeleton />
          <Skeleton />
          <Skeleton width="l" />
        </>
      }
    >
      <CleanHtml html={html} />
    </Suspense>
  );
}
