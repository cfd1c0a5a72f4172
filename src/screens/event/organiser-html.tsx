import { Suspense } from 'react';
import { fetched } from '../../ui/feedback/fetched.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

/** The drawing of organiser HTML with its cleaner, which is a large part of the code of the event page. */
export const CleanHtml = fetched(() => import('./clean-html.tsx'));

/** Text of an organiser; cleaned here once more, whatever the server sent (ruling 1.2-Q). */
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
