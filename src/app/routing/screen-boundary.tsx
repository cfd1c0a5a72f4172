import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useText } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

interface BoundaryProps {
  /** A new value, such as another address, renders the children again. */
  readonly resetKey: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly failedAt: string | null;
}

/** Error boundary: a crash of one part leaves the rest of the page intact. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failedAt: null };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failedAt: '' };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState {
    if (state.failedAt === '') return { failedAt: props.resetKey };
    return state.failedAt === null || state.failedAt === props.resetKey
      ? state
      : { failedAt: null };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A part of the page failed', error.message, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : this.props.fallback;
  }
}

/** Shown in place of a crashed screen: what is safe, and two ways out. */
export function ScreenFailure() {
  const t = useText();
  return (
    <div className="page">
      <EmptyState
        level={1}
        title={t('error.screenTitle')}
        text={t('error.screenText')}
        action={
          <>
            <Button onClick={() => window.location.reload()}>{t('error.reload')}</Button>{' '}
            <ButtonLink to="/" variant="ghost">
              {t('page.home')}
            </ButtonLink>
          </>
        }
      />
    </div>
  );
}

/** Shown when the whole app crashed; it uses no provider and no style that may be broken. */
export function AppFailure() {
  const t = useText();
  return (
    <main className="page">
      <h1>{t('error.screenTitle')}</h1>
      <p>{t('error.screenText')}</p>
      <p>
        <a href="/">{t('page.home')}</a>
      </p>
    </main>
  );
}
