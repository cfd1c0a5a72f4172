import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './alert.module.css';

export type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const ICONS = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const;

interface AlertProps extends Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  readonly tone?: AlertTone;
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  /** How screen readers announce it when it appears; danger interrupts, the others do not. */
  readonly live?: 'alert' | 'status' | 'off';
}

export function Alert(props: AlertProps): ReactNode {
  const { tone = 'info', title, action, className, children, ...rest } = props;
  const { live = tone === 'danger' ? 'alert' : 'status', ...native } = rest;
  const Icon = ICONS[tone];
  return (
    <div
      {...native}
      role={live === 'off' ? undefined : live}
      className={classNames(styles.alert, styles[tone], className)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
