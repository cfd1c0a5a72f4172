import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { useText } from '../text/translate.ts';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './navigation/link.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface Look {
  readonly variant?: ButtonVariant;
  readonly size?: 's' | 'm' | 'l';
  /** Full width of its container. */
  readonly block?: boolean;
  readonly icon?: ReactNode;
}

const look = ({ variant = 'primary', size = 'm', block }: Look, className?: string): string =>
  classNames(styles.button, styles[variant], styles[size], block && styles.block, className);

function Content({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.label}>{children}</span>
    </>
  );
}

interface ButtonProps extends Look, ComponentPropsWithRef<'button'> {
  /** Work is in progress: the label stays, presses do nothing, the focus is kept. */
  readonly busy?: boolean;
}

export function Button(props: ButtonProps): ReactNode {
  const {
    variant,
    size,
    block,
    icon,
    busy = false,
    className,
    children,
    onClick,
    type = 'button',
    ...rest
  } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // aria-disabled instead of disabled, because a disabled button loses a keyboard user's focus.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={look(props, className)}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
    >
      <Content icon={icon}>{children}</Content>
    </button>
  );
}

type ButtonLinkProps = Look & { readonly children: ReactNode; readonly className?: string } & (
    | (Omit<LinkProps, 'className' | 'children'> & { readonly href?: undefined })
    | (Omit<ComponentPropsWithRef<'a'>, 'className' | 'children'> & {
        readonly href: string;
        readonly to?: undefined;
      })
  );

/** A link that looks like a button: `to` stays in the app, `href` opens another site in a new tab. */
export function ButtonLink(props: ButtonLinkProps): ReactNode {
  const t = useText();
  const { variant, size, block, icon, className, children, ...rest } = props;
  if (rest.href === undefined) {
    return (
      <Link {...rest} className={look(props, className)}>
        <Content icon={icon}>{children}</Content>
      </Link>
    );
  }
  const { to, ...anchor } = rest;
  return (
    <a {...anchor} target="_blank" rel="noopener noreferrer" className={look(props, className)}>
      <Content icon={icon}>
        {children} <VisuallyHidden>({t('common.newTab')})</VisuallyHidden>
      </Content>
    </a>
  );
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string;
  readonly variant?: 'ghost' | 'secondary' | 'night';
}

/** A 44 px target around one icon; the label is its accessible name. */
export function IconButton({
  label,
  variant = 'ghost',
  className,
  children,
  type = 'button',
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(styles.iconButton, styles[variant], className)}
    >
      <span className={styles.icon} aria-hidden="true">
        {children}
      </span>
    </button>
  );
}
