import MapPin from 'lucide-react/icons/map-pin';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { mapFrame, mapsLink, type Venue } from './maps-link.ts';
import styles from './venue-map.module.css';

/** Time limit for loading a map, in milliseconds (§2.133). */
const loadTimeoutMs = 5_000;

/** far: not scrolled to yet. asking: the page probes the map's host. drawing: the frame loads. */
type Stage = 'far' | 'asking' | 'drawing' | 'shown' | 'failed';

/** The venue on a map; only the link 'Open in Google Maps' if no map can be framed (§2.133). */
export function VenueMap({ venue }: { readonly venue: Venue }) {
  const t = useText();
  const [stage, setStage] = useState<Stage>('far');
  const box = useRef<HTMLDivElement>(null);
  const frame = mapFrame(venue);
  const isLoading = stage === 'asking' || stage === 'drawing';

  useEffect(() => {
    if (box.current === null) return undefined;
    if (typeof IntersectionObserver === 'undefined') {
      setStage('asking');
      return undefined;
    }
    // The map's host receives no visitor's IP address before the visitor scrolls near the map.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setStage('asking');
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setStage('failed'), loadTimeoutMs);
    return () => clearTimeout(timer);
  }, [isLoading]);

  return (
    <div className={styles.venue}>
      {frame !== null && (
        <div ref={box} className={styles.box} data-print="hide">
          <MapPin aria-hidden="true" className={styles.pin} />
          {stage === 'asking' && (
            // A frame fires `load` even after a failure; an image of the same host does not.
            <img
              src={`${new URL(frame).origin}/favicon.ico?map`}
              alt=""
              hidden
              onLoad={() => setStage('drawing')}
              onError={() => setStage('failed')}
            />
          )}
          {(stage === 'drawing' || stage === 'shown') && (
            <iframe
              src={frame}
              title={`${t('event.map')}: ${venue.name}`}
              sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
              className={styles.frame}
              onLoad={() => setStage('shown')}
            />
          )}
        </div>
      )}
      <div className={styles.row}>
        <p className={styles.place}>
          <MapPin aria-hidden="true" />
          <span>
            <strong>{venue.name}</strong>
            {venue.address !== undefined && <> {venue.address}</>}
          </span>
        </p>
        <ButtonLink href={mapsLink(venue)} variant="secondary" lang={t.lang('event.openMaps')}>
          {t('event.openMaps')}
        </ButtonLink>
      </div>
    </div>
  );
}
