import { useText } from '../text/translate.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import { isSample } from './mark.ts';
import styles from './sample-badge.module.css';

interface SampleBadgeProps {
  readonly id: string;
  /** In the corner of the picture it stands on; else in the line. */
  readonly corner?: boolean;
}

/** 'Sample data' on what stands in for something real (ruling 1.7-A); nothing on what is real. */
export function SampleBadge({ id, corner = false }: SampleBadgeProps) {
  const t = useText();
  if (!isSample(id)) return null;
  return (
    <Badge tone="info" className={(corner ? styles.corner : styles.line) ?? ''}>
      {t('sample.label')}
    </Badge>
  );
}
