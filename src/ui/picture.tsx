import { type ComponentPropsWithRef, type ReactNode, useCallback, useState } from 'react';

const PLACEHOLDERS = 6;

/** Returns the same placeholder for the same id (§2.53). */
export function placeholderFor(id: string | number): string {
  let hash = 0;
  for (const character of String(id)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `/placeholders/${(hash % PLACEHOLDERS) + 1}.svg`;
}

interface PictureProps
  extends Omit<ComponentPropsWithRef<'img'>, 'src' | 'alt' | 'id' | 'width' | 'height'> {
  readonly src: string | null | undefined;
  readonly alt: string;
  /** Id of the subject; selects the placeholder. */
  readonly id: string | number;
  readonly width: number;
  readonly height: number;
  /** Image in place of a placeholder, such as the default logo. */
  readonly fallback?: string;
  /** Above the fold: fetched at once with high priority. */
  readonly eager?: boolean;
}

/** An image that falls back once to our own placeholder. */
export function Picture(props: PictureProps): ReactNode {
  const { src, alt, id, eager = false, fallback = placeholderFor(id), ...rest } = props;
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src && src !== failed ? src : null;

  // A server-rendered image may have failed before hydration, without an error event.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.getAttribute('src')) {
      setFailed(image.getAttribute('src'));
    }
  }, []);

  return (
    <img
      ref={check}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      {...rest}
      src={usable ?? fallback}
      alt={alt}
      onError={() => setFailed(src ?? null)}
    />
  );
}
