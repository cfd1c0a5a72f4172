import { demoEmailsPath } from '../../../contract/settings.ts';
import { useText } from '../../text/translate.ts';
import { demo } from '../product.ts';

/** Link to the e-mails of a demo without a mail server; renders nothing where e-mails are delivered. */
export function DemoEmails() {
  const t = useText();
  if (demo !== 'letters') return null;
  return (
    <p>
      {t('verify.demo')}{' '}
      <a href={demoEmailsPath} target="_blank" rel="noopener noreferrer">
        {t('verify.demoEmails')}
      </a>
    </p>
  );
}
