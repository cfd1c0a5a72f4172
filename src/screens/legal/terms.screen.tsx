import { LegalScreen } from './legal.screen.tsx';

/** /terms (§2.403). */
export default function TermsScreen() {
  return <LegalScreen document="terms" />;
}
