import { useMemo } from 'react';
import type { SeatCategory, ZoneLayout } from '../../../contract/seatmap.ts';
import { useText } from '../../text/translate.ts';
import styles from './seats.module.css';
import { inkOf, type ZoneInk, zonePicture } from './zone-picture.ts';

interface ZonePlanProps {
  readonly zones: ZoneLayout;
  readonly categories: readonly SeatCategory[];
}

/** The drawn zones of the seat map (§3.34), as a picture: an organiser's markup never becomes part of the page. */
export function ZonePlan({ zones, categories }: ZonePlanProps) {
  const t = useText();
  // Compared as text: every sold seat creates new category objects, but the same picture.
  const inkText = JSON.stringify(categories.map(({ id, name, color }) => ({ id, name, color })));
  const inks = useMemo(() => JSON.parse(inkText) as readonly ZoneInk[], [inkText]);
  const picture = useMemo(() => zonePicture(zones, inks), [zones, inks]);
  if (picture === null) return null;
  const drawn = new Set(zones.items.map(({ category }) => inkOf(category, inks)));
  const names = inks.filter((ink) => drawn.has(ink)).map(({ name }) => name);
  return (
    <img
      className={styles.zones}
      src={picture}
      width={zones.length}
      height={zones.width}
      alt={
        names.length === 0 ? t('seats.zonesUnnamed') : t('seats.zones', { names: names.join(', ') })
      }
    />
  );
}
