import { useId } from 'react';
import styles from './auth-art.module.css';

const outline =
  'M20 12H238a12 12 0 0 0 24 0H340a16 16 0 0 1 16 16V172a16 16 0 0 1-16 16H262a12 12 0 0 0-24 0H20a16 16 0 0 1-16-16V28a16 16 0 0 1 16-16Z';
const skyline =
  'M4 188V140H22V124H44V150H62V108H84V136H100V118H112V144H140L146 84 143 78H155L152 84 158 144H176V126H190V112H208V148H226V132H250V188Z';
/** Left edge and width of the bars on the stub. */
const bars = [
  [276, 4],
  [284, 2],
  [289, 7],
  [300, 3],
  [306, 2],
  [311, 5],
  [320, 2],
  [325, 8],
] as const;

/** Decorative drawing of two tickets. */
export function AuthArt() {
  const id = useId();
  return (
    <svg viewBox="0 0 420 300" className={styles.art} aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.dusk} />
          <stop offset="1" className={styles.glow} />
        </linearGradient>
        <clipPath id={`${id}-picture`}>
          <path d="M4 28a16 16 0 0 1 16-16H238a12 12 0 0 0 12 12V176a12 12 0 0 0-12 12H20a16 16 0 0 1-16-16Z" />
        </clipPath>
      </defs>
      <path d={outline} className={styles.under} transform="translate(62 34) rotate(9 180 100)" />
      <g transform="translate(22 62) rotate(-7 180 100)">
        <path d={outline} className={styles.paper} />
        <g clipPath={`url(#${id}-picture)`}>
          <rect width="250" height="200" fill={`url(#${id}-sky)`} />
          <circle cx="149" cy="112" r="46" className={styles.sun} />
          <path d={skyline} className={styles.city} />
        </g>
        <path d="M250 34V166" className={styles.tear} />
        {bars.map(([x, width]) => (
          <rect key={x} x={x} y="36" width={width} height="92" className={styles.bar} />
        ))}
        <rect x="276" y="142" width="57" height="7" rx="3.5" className={styles.bar} />
        <rect x="276" y="156" width="34" height="7" rx="3.5" className={styles.mark} />
      </g>
    </svg>
  );
}
