import { demoLettersPath } from '../../../contract/settings.ts';
import { useText } from '../../text/translate.ts';
import { demo } from '../product.ts';

/** Where the letters of a demo without a mail server are read; nothing where letters leave by mail. */
export function DemoLetters() {
  const t = useText();
  if (demo !== 'letters') return null;
  return (
    <p>
      {t('verify.demo')}{' '}
      <a href={demoLettersPath} target="_blank" rel="noopener noreferrer">
        {t('verify.demoLetters')}
      </a>
    </p>
  );
}
