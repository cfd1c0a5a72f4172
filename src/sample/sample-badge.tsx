import { useText } from '../text/translate.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import { isSample } from './mark.ts';
import styles from './sample-badge.module.css';

interface SampleBadgeProps {
  readonly id: string;
  /** In the corner of the picture below it; else inline. */
  readonly corner?: boolean;
}

/** Label 'Sample data' for sample data (§16.40); renders nothing for real data. */
export function SampleBadge({ id, corner = false }: SampleBadgeProps) {
  const t = useText();
  if (!isSample(id)) return null;
  return (
    <Badge tone="info" className={(corner ? styles.corner : styles.line) ?? ''}>
      {t('sample.label')}
    </Badge>
  );
}
