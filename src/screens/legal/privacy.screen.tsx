import { LegalScreen } from './legal.screen.tsx';

/** /privacy (ruling R19). */
export default function PrivacyScreen() {
  return <LegalScreen document="privacy" />;
}
