import styles from './method-mark.module.css';

/** How a method is paid; each way has its own shape of mark. */
type MarkShape = 'code' | 'wallet' | 'bank';

interface Mark {
  readonly letters: string;
  readonly shape: MarkShape;
  readonly ground: string;
  readonly ink: string;
  /** The stripe of a bank, the dot of a wallet. */
  readonly accent: string;
}

const white = '#ffffff';

/** Marks in colours that buyers know; drawn by us, because the logos belong to their owners. The first whose pattern fits is taken. */
const marks: readonly (readonly [pattern: RegExp, mark: Mark])[] = [
  [/qris/, { letters: 'QRIS', shape: 'code', ground: white, ink: '#24121f', accent: '#c8102e' }],
  [/shopee/, wallet('S Pay', '#c93a14', '#ffd9cc')],
  [/go-?pay/, wallet('GoPay', '#00708f', '#7fe0f5')],
  [/link-?aja/, wallet('LinkAja', '#c21824', '#ffd1d4')],
  [/dana/, wallet('DANA', '#0b63c4', '#a9d3ff')],
  [/ovo/, wallet('OVO', '#4a2a86', '#d0b8ff')],
  [/bca/, bank('BCA', '#0a4a94', '#5fa8ef')],
  [/bni/, bank('BNI', '#00626b', '#f58220')],
  [/bri/, bank('BRI', '#0b529c', '#f7941d')],
  [/bsi|syariah/, bank('BSI', '#00706b', '#f2b134')],
  [/bjb/, bank('bjb', '#1b4f8f', '#ffd23f')],
  [/mandiri/, bank('mandiri', '#12305f', '#ffb700')],
  [/cimb/, bank('CIMB', '#7a1018', '#ff6b6b')],
  [/permata/, bank('Permata', '#2d6a1f', '#b7e36a')],
];

function wallet(letters: string, ground: string, accent: string): Mark {
  return { letters, shape: 'wallet', ground, ink: white, accent };
}

function bank(letters: string, ground: string, accent: string): Mark {
  return { letters, shape: 'bank', ground, ink: white, accent };
}

/** The mark of a method by its code or name; null for one that has none. */
export function markOf(code: string, name: string): Mark | null {
  const text = `${code} ${name}`.toLowerCase();
  return marks.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** The three corners of a QR code. */
const corners = 'M4.5 4.5h6v6h-6zM45.5 4.5h6v6h-6zM4.5 25.5h6v6h-6z';

function Ground({ mark }: { readonly mark: Mark }) {
  const { shape, ground, accent } = mark;
  switch (shape) {
    case 'wallet':
      return (
        <>
          <rect width="56" height="36" rx="18" fill={ground} />
          <circle cx="46" cy="9" r="3" fill={accent} />
        </>
      );
    case 'bank':
      return (
        <>
          <rect width="56" height="36" rx="5" fill={ground} />
          <path d="M6 29h44" stroke={accent} strokeWidth="3" strokeLinecap="round" />
        </>
      );
    case 'code':
      return (
        <>
          <rect x="0.5" y="0.5" width="55" height="35" rx="5" fill={ground} stroke={mark.ink} />
          <path d={corners} fill="none" stroke={accent} strokeWidth="2" />
        </>
      );
  }
}

interface MethodMarkProps {
  readonly mark: Mark;
}

/** Draws the mark of a payment method; its name stands beside it. */
export function MethodMark({ mark }: MethodMarkProps) {
  const { letters, shape, ink } = mark;
  return (
    <svg viewBox="0 0 56 36" width="56" height="36" className={styles.mark} aria-hidden="true">
      <Ground mark={mark} />
      <text
        x="28"
        y={shape === 'bank' ? 20 : 22.5}
        textAnchor="middle"
        fill={ink}
        className={styles.letters}
        data-long={letters.length > 5 || undefined}
      >
        {letters}
      </text>
    </svg>
  );
}
