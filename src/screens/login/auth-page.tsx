import type { ReactNode } from 'react';
import { productName } from '../../app/product.ts';
import { useText, Words } from '../../text/translate.ts';
import { Card } from '../../ui/card.tsx';
import styles from './auth.module.css';
import { AuthArt } from './auth-art.tsx';

interface AuthPageProps {
  readonly title: ReactNode;
  readonly intro?: string;
  readonly children: ReactNode;
}

/** Layout of a sign-in, registration or code form. */
export function AuthPage({ title, intro, children }: AuthPageProps) {
  const t = useText();
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.frame}>
        <div className={styles.aside} aria-hidden="true">
          <AuthArt />
          <p className={styles.asideTitle}>
            <Words of="home.headline" values={{ product: productName }} />
          </p>
          <p>{t('home.heroNote')}</p>
        </div>
        <Card padding="l" className={styles.card ?? ''}>
          <div className={styles.heading}>
            <h1>{title}</h1>
            {intro !== undefined && <p>{intro}</p>}
          </div>
          {children}
        </Card>
      </div>
    </div>
  );
}
