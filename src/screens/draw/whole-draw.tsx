import { callPath } from '../../../contract/call/call.ts';
import { type Draw, drawList } from '../../../contract/draw/calls.ts';
import { apiRoot } from '../../../contract/limits.ts';
import { useText } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './draw.module.css';

/** The file of a draw, and the command that checks all of it. */
export function WholeDraw({ slug, draw }: { readonly slug: string; readonly draw: Draw }) {
  const t = useText();
  const path = apiRoot + callPath(drawList.path, { slug, kind: draw.kind });
  const round = draw.beacon === null ? '' : ` --round ${draw.beacon.round}`;
  const noted = `--commitment ${draw.commitment} --root ${draw.root ?? ''}${round}`;
  const command = `npm run draw:verify -- ${location.origin}${path} ${noted}`;
  return (
    <Card className={styles.step}>
      <h3>{t('undian.whole')}</h3>
      <p>{t('undian.wholeText')}</p>
      <pre className={styles.command} translate="no">
        <code>{command}</code>
      </pre>
      <div className={styles.actions}>
        <CopyButton text={command} label={t('undian.copy')} />
        <ButtonLink href={path} variant="secondary" size="s">
          {t('undian.download')}
        </ButtonLink>
      </div>
    </Card>
  );
}
