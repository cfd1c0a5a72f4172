import { useQuery } from '@tanstack/react-query';
import { type LegalDocument, legalText } from '../../../contract/legal.ts';
import { useApi } from '../../app/reads/api-context.ts';
import { CallError } from '../../app/reads/queries.ts';
import { useLocale, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { OrganiserHtml } from '../event/html/organiser-html.tsx';
import styles from './legal.module.css';

function useLegalText(document: LegalDocument) {
  const api = useApi();
  return useQuery({
    queryKey: ['legal', document],
    queryFn: async ({ signal }) => {
      const answer = await api.call(legalText, { params: { document }, signal });
      if (!answer.ok) throw new CallError(answer.failure);
      return answer.value;
    },
  });
}

/** /terms and /privacy: the operator's own text in the reader's language, else in Indonesian (§2.403). */
export function LegalScreen({ document }: { readonly document: LegalDocument }) {
  const t = useText();
  const [locale] = useLocale();
  const { data, isError, refetch } = useLegalText(document);
  const title = `legal.${document}` as const;
  const translated = locale === 'en' ? data?.html.en : null;
  return (
    <article className={`page ${styles.page}`}>
      <h1>
        <Words of={title} />
      </h1>
      {data !== undefined ? (
        <>
          {data.is_sample && (
            <Alert tone="info" className={styles.sample ?? ''}>
              {t('legal.sample')}
            </Alert>
          )}
          <div lang={translated ? 'en' : 'id'}>
            <OrganiserHtml html={translated ?? data.html.id} />
          </div>
        </>
      ) : isError ? (
        <RetryAlert onRetry={() => void refetch()}>{t('legal.failed')}</RetryAlert>
      ) : (
        <Loading text={t('legal.loading')}>
          <Skeleton />
          <Skeleton />
          <Skeleton width="l" />
        </Loading>
      )}
    </article>
  );
}
