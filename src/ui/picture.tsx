import { type ComponentPropsWithRef, type ReactNode, useCallback, useState } from 'react';

const PLACEHOLDERS = 6;

/** The same placeholder for the same id, always: looks random, never flickers (ruling 1.2-S). */
export function placeholderFor(id: string | number): string {
  let hash = 0;
  for (const character of String(id)) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return `/placeholders/${(hash % PLACEHOLDERS) + 1}.svg`;
}

interface PictureProps
  extends Omit<ComponentPropsWithRef<'img'>, 'src' | 'alt' | 'id' | 'width' | 'height'> {
  readonly src: string | null | undefined;
  readonly alt: string;
  /** What it is a picture of; picks the placeholder. */
  readonly id: string | number;
  readonly width: number;
  readonly height: number;
  /** What stands in instead of a placeholder, such as the default logo. */
  readonly fallback?: string;
  /** Above the fold: fetched at once and with priority. */
  readonly eager?: boolean;
}

/** An image that falls back once, to a placeholder of our own. */
export function Picture(props: PictureProps): ReactNode {
  const { src, alt, id, eager = false, fallback = placeholderFor(id), ...rest } = props;
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src && src !== failed ? src : null;

  // An image of the server's page may have failed before this code ran, and then there is no error event.
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
