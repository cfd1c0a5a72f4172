import { useText } from '../../text/translate.ts';
import { demo } from '../product.ts';
import styles from './demo-strip.module.css';

/** The permanent label of a public demo, on every page; nothing anywhere else (§16.3). */
export function DemoStrip() {
  const t = useText();
  return demo === 'off' ? null : <p className={styles.strip}>{t('demo.strip')}</p>;
}
