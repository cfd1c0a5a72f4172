import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';

export interface QrCodeImageProps {
  readonly value: string;
  /** CSS pixels. */
  readonly size: number;
  readonly label: string;
}

/** Draws the code; a separate module, because qrcode.react must not be in the first load. */
export function QrCodeImage({ value, size, label }: QrCodeImageProps): ReactNode {
  return (
    <QRCodeSVG value={value} size={size} level="M" marginSize={2} role="img" aria-label={label} />
  );
}
