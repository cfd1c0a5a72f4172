import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { isInApp } from '../in-app.ts';
import { qrCanvas } from './qr-picture.ts';

export interface QrCodeImageProps {
  readonly value: string;
  /** CSS pixels. */
  readonly size: number;
  readonly label: string;
}

/**
 * Draws the code; a separate module, because qrcode.react must not be in the first load. In a browser inside another app it is a picture, which
 * a long press saves: a download is lost there.
 */
export function QrCodeImage({ value, size, label }: QrCodeImageProps): ReactNode {
  const frame = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState({ of: '', address: '' });
  useLayoutEffect(() => {
    if (!isInApp() || frame.current === null) return;
    setPicture({ of: value, address: qrCanvas(frame.current)?.toDataURL() ?? '' });
  }, [value]);
  if (picture.of === value && picture.address !== '') {
    return <img src={picture.address} width={size} height={size} alt={label} />;
  }
  const code = (
    <QRCodeSVG value={value} size={size} level="M" marginSize={2} role="img" aria-label={label} />
  );
  return isInApp() ? <span ref={frame}>{code}</span> : code;
}
