import { type ReactNode, Suspense } from 'react';
import { classNames } from '../class-names.ts';
import { fetched } from '../feedback/fetched.ts';
import styles from './qr-code.module.css';
import type { QrCodeImageProps } from './qr-code-image.tsx';

const QrCodeImage = fetched(async () => ({
  default: (await import('./qr-code-image.tsx')).QrCodeImage,
}));

/** A QR code at level M on white; the drawing code is fetched with the first one. */
export function QrCode(props: QrCodeImageProps & { readonly className?: string }): ReactNode {
  const { className, ...image } = props;
  return (
    <div className={classNames(styles.frame, className)}>
      <Suspense fallback={<svg width={image.size} height={image.size} aria-hidden="true" />}>
        <QrCodeImage {...image} />
      </Suspense>
    </div>
  );
}
