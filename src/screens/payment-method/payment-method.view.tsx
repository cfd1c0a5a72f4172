import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import Landmark from 'lucide-react/icons/landmark';
import MapPin from 'lucide-react/icons/map-pin';
import QrCode from 'lucide-react/icons/qr-code';
import Wallet from 'lucide-react/icons/wallet';
import type { EventDetail } from '../../../contract/catalogue.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { isFree } from '../../../machines/payment/payment.rules.ts';
import { TimeUpDialog } from '../../app/flows/questions/time-up-dialog.tsx';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { useWhen } from '../../app/when.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { Disclosure } from '../../ui/navigation/disclosure.tsx';
import { Picture } from '../../ui/picture.tsx';
import { DraftItems } from '../order-summary/draft-items.tsx';
import { PriceLines } from '../order-summary/price-lines.tsx';
import { PolicyLines } from '../order-summary/refund-policy.tsx';
import { MethodMark, markOf } from './method-mark.tsx';
import { PayBar, PayButton, PayError, type PayProps } from './pay-bar.tsx';
import styles from './payment-method.module.css';

export interface PaymentMethodViewProps extends PayProps {
  readonly isLoading: boolean;
  readonly slug: string;
  /** Null while the event is unknown. */
  readonly event: EventDetail | null;
  /** Monotonic milliseconds. */
  readonly deadline: number | null;
  /** The event has no form, and the page of the forms was passed (decision 146). */
  readonly isUnasked: boolean;
  /** An earlier charge has ended, and its seats are still held (§2.287). */
  readonly isReopened: boolean;
  readonly isTimeUp: boolean;
  readonly canRetry: boolean;
  readonly onSelect: (code: string) => void;
  readonly onRetry: () => void;
  readonly onTimeUpRead: () => void;
}

type BannerProps = Pick<PaymentMethodViewProps, 'event' | 'slug' | 'draft'>;

function EventBanner({ event, slug, draft }: BannerProps) {
  const t = useText();
  const when = useWhen();
  if (event === null) {
    return (
      <Card padding="none" className={styles.event ?? ''} aria-hidden="true">
        <Skeleton shape="block" className={styles.banner} />
        <div className={styles.eventText}>
          <Skeleton shape="title" width="m" />
          <Skeleton width="s" />
          <Skeleton width="m" />
        </div>
      </Card>
    );
  }
  const at = when(event.eventDate);
  // The order keeps the policy under which it was begun: the event's may be another by now.
  const agreed = draft?.order.refund_policy;
  const policy = agreed === undefined ? event.refundPolicy : agreed;
  return (
    <Card as="section" padding="none" className={styles.event ?? ''} aria-label={event.name}>
      <Picture
        src={event.banner}
        alt=""
        id={slug}
        width={640}
        height={360}
        eager
        className={styles.banner}
      />
      <div className={styles.eventText}>
        <p className={styles.eventName}>{event.name}</p>
        <ul className={styles.facts}>
          <li>
            <MapPin aria-hidden="true" />
            {event.venue.name}
          </li>
          <li>
            <CalendarDays aria-hidden="true" />
            {at.date}
          </li>
          <li>
            <Clock aria-hidden="true" />
            {at.time}
          </li>
        </ul>
        <p className={styles.organizer}>
          <Picture
            src={event.organizer.logo}
            alt=""
            id={event.organizer.name}
            width={32}
            height={32}
          />
          {event.organizer.name}
        </p>
        {policy !== undefined && event.lowestPrice > 0 && (
          <Disclosure summary={t('policy.title')}>
            <PolicyLines policy={policy} />
          </Disclosure>
        )}
      </div>
    </Card>
  );
}

function iconOf(group: string) {
  if (/qris/i.test(group)) return QrCode;
  return /wallet/i.test(group) ? Wallet : Landmark;
}

function MethodIcon({ method }: { readonly method: PaymentMethod }) {
  const mark = markOf(method.code, method.name);
  if (mark !== null) return <MethodMark mark={mark} />;
  if (method.icon_url !== null) {
    return <img src={method.icon_url} alt="" width={40} height={40} className={styles.icon} />;
  }
  const Icon = iconOf(method.group_name);
  return (
    <span className={styles.icon} aria-hidden="true">
      <Icon />
    </span>
  );
}

function Methods(props: PaymentMethodViewProps) {
  const { methods, methodCode, isCreating, canRetry, onSelect, onRetry } = props;
  const t = useText();
  if (methods.length > 0 && isFree(props)) return <p className={styles.free}>{t('method.free')}</p>;
  if (methods.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyState
          title={t('method.none')}
          icon={<Wallet />}
          action={
            <Button variant="secondary" disabled={!canRetry} onClick={onRetry}>
              {t('method.retry')}
            </Button>
          }
        />
      </div>
    );
  }
  const groups = new Map<string, PaymentMethod[]>();
  for (const method of methods) {
    const known = groups.get(method.group_name);
    if (known === undefined) groups.set(method.group_name, [method]);
    else known.push(method);
  }
  return (
    <div className="stack gap-5" role="radiogroup" aria-label={t('method.heading')}>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h2 className={styles.groupName}>{group}</h2>
          <div className={styles.grid}>
            {members.map((method) => {
              const fee = method.fee_calculation.total_fee;
              const { fee_description: words } = method;
              // How a fee of nothing or of an amount comes about needs no words.
              const note = fee === 0 || words === rupiah(fee) ? null : words || null;
              return (
                <label key={method.code} className={styles.method}>
                  <input
                    type="radio"
                    name="payment-method"
                    value={method.code}
                    className={styles.radio}
                    checked={method.code === methodCode}
                    disabled={isCreating}
                    onChange={() => onSelect(method.code)}
                  />
                  <MethodIcon method={method} />
                  <span className={styles.methodText}>
                    <span className={styles.methodName}>{method.name}</span>
                    <span className={styles.fee}>
                      {fee === 0 ? (
                        <span>{t('common.free')}</span>
                      ) : (
                        <>
                          {t('method.feeLabel')} <Money amount={fee} />
                        </>
                      )}{' '}
                      {note !== null && <span>{`· ${note}`}</span>}{' '}
                      {method.seconds_to_pay != null && (
                        <span>{`· ${t('method.window', { count: method.seconds_to_pay })}`}</span>
                      )}
                    </span>
                  </span>
                  {method.is_recommended && (
                    <Badge tone="success" icon={<BadgeCheck />} className={styles.badge ?? ''}>
                      {t('method.recommended')}
                    </Badge>
                  )}
                </label>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}

function Summary(props: PaymentMethodViewProps & { readonly draft: DraftResponse }) {
  const { draft, methodCode, serviceFee, error, isUnasked } = props;
  const t = useText();
  const isWide = useMedia(media.wide);
  return (
    <Card as="aside" className={styles.summary ?? ''} aria-labelledby="order-summary">
      <h2 id="order-summary" className={styles.summaryTitle}>
        {t('summary.title')}
      </h2>
      {isUnasked && (
        <p className={styles.free} lang={t.lang('form.noForms')}>
          {t('form.noForms')}
        </p>
      )}
      <DraftItems items={draft.order_data.items} />
      <PriceLines
        pricing={draft.order_data.pricing_details}
        serviceFee={methodCode === null ? undefined : serviceFee}
      />
      {isWide && <PayError error={error} />}
      {isWide && <PayButton {...props} />}
    </Card>
  );
}

function Head({
  deadline,
  at,
}: Pick<PaymentMethodViewProps, 'deadline'> & { readonly at: string }) {
  const t = useText();
  return (
    <div className={styles.head}>
      <PageHeading title={t('method.heading')} at={at}>
        {t('method.heading')}
      </PageHeading>
      {deadline !== null && (
        <p className={styles.deadline} lang={t.lang('method.countdown')}>
          <span>{t('method.countdown')}</span>
          <Countdown
            deadline={deadline}
            format="m:ss"
            label={t('method.countdown')}
            announce={false}
          />
        </p>
      )}
    </div>
  );
}

// So many that what stands below them begins under the first screen.
const skeletons = Array.from({ length: 14 }, (_, at) => at);

function MethodsSkeleton() {
  const t = useText();
  return (
    <Loading text={t('method.loading')} hideText className={styles.grid ?? ''}>
      {skeletons.map((at) => (
        <Skeleton key={at} shape="block" className={styles.methodSkeleton} />
      ))}
    </Loading>
  );
}

/** Choosing how to pay (§2.280). */
export function PaymentMethodView(props: PaymentMethodViewProps) {
  const { isLoading, slug, event, draft, error, deadline, isTimeUp, onTimeUpRead } = props;
  const t = useText();
  const isWide = useMedia(media.wide);
  return (
    <div className={styles.page}>
      <Head deadline={deadline} at={isLoading ? 'loading' : 'loaded'} />
      <div className={styles.layout}>
        <div className={styles.choice}>
          {props.isReopened && !isTimeUp && (
            <Alert tone="info" live="status">
              {t('method.reopened')}
            </Alert>
          )}
          {isLoading ? <MethodsSkeleton /> : <Methods {...props} />}
          <EventBanner event={event} slug={slug} draft={draft} />
        </div>
        {draft !== null ? (
          <Summary {...props} draft={draft} />
        ) : isLoading ? (
          <Skeleton shape="block" className={styles.summarySkeleton} />
        ) : (
          <PayError error={error} />
        )}
      </div>
      {draft !== null && !isWide && <PayBar {...props} />}
      <TimeUpDialog open={isTimeUp} onRead={onTimeUpRead} />
    </div>
  );
}

/** The page before its flow has started. */
export function MethodsLoading(props: Pick<PaymentMethodViewProps, 'slug' | 'event' | 'deadline'>) {
  const { slug, event, deadline } = props;
  return (
    <div className={styles.page}>
      <Head deadline={deadline} at="loading" />
      <div className={styles.layout}>
        <div className={styles.choice}>
          <MethodsSkeleton />
          <EventBanner event={event} slug={slug} draft={null} />
        </div>
        <Skeleton shape="block" className={styles.summarySkeleton} />
      </div>
    </div>
  );
}
