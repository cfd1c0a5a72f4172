import { LegalScreen } from './legal.screen.tsx';

/** /privacy (§2.403). */
export default function PrivacyScreen() {
  return <LegalScreen document="privacy" />;
}
