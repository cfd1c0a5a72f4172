import { LegalScreen } from './legal.screen.tsx';

/** /terms (ruling R19). */
export default function TermsScreen() {
  return <LegalScreen document="terms" />;
}
