import { type ReactNode, useMemo, useRef } from 'react';
import { Outlet } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { type PageName, pageOf } from '../../../contract/pages.ts';
import type { rootMachine } from '../../../machines/root/root.machine.ts';
import { parseInstant } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { Stepper } from '../../ui/navigation/stepper.tsx';
import { useRoot, useRootSelector, useSlug } from '../actor-context.tsx';
import { LanguageSwitch } from '../header/language-switch.tsx';
import { Logo } from '../header/logo.tsx';
import { productName } from '../product.ts';
import { useKnownShow } from '../reads/queries.ts';
import { ConnectingNote } from '../shell/connecting-note.tsx';
import { OfflineBanner } from '../shell/offline-banner.tsx';
import { StepContext } from '../shell/page-heading.tsx';
import { mainId } from '../shell/page-main.tsx';
import { SkipLink } from '../shell/skip-link.tsx';
import { media, useMedia } from '../shell/use-media.ts';
import { useWhen } from '../when.ts';
import { BlockedPage } from './blocked-page.tsx';
import { EndedPage } from './ended-page.tsx';
import styles from './purchase-layout.module.css';
import { TimeUpDialog } from './questions/time-up-dialog.tsx';
import { SessionBubbleGate } from './session-bubble-gate.tsx';

type RootSnapshot = SnapshotFrom<typeof rootMachine>;

const selectScreen = (snapshot: RootSnapshot) => snapshot.context.screen.name;
const selectDeadline = (snapshot: RootSnapshot) => snapshot.context.reading?.deadline ?? null;
const selectBought = ({ context: { reading } }: RootSnapshot) => ({
  slug: reading?.slug ?? null,
  name: reading?.eventName ?? null,
  showAt: reading?.showAt ?? null,
});
const selectIsTimeUp = (snapshot: RootSnapshot) => snapshot.matches({ place: { ended: 'timeUp' } });
const selectIsEnded = (snapshot: RootSnapshot) => snapshot.matches({ place: 'ended' });
const selectIsBlocked = (snapshot: RootSnapshot) => snapshot.matches({ place: 'blocked' });

/** The event being bought, as shown on every step (§2.191). */
interface BoughtEvent {
  readonly name: string;
  /** Start of the show in the server's format; null while unknown. */
  readonly showAt: string | null;
}

interface PurchaseFrameProps {
  readonly screen: PageName;
  /** Null while it is not known. */
  readonly event: BoughtEvent | null;
  /** Monotonic milliseconds; null shows no clock. */
  readonly deadline: number | null;
  readonly isTimeUp: boolean;
  readonly onTimeUpRead: () => void;
  readonly children: ReactNode;
}

// The line keeps its height while the event is unknown, so that the layout does not shift.
function EventLine({
  event,
  isBrief,
}: {
  readonly event: BoughtEvent | null;
  readonly isBrief: boolean;
}) {
  const when = useWhen();
  const showAt = event?.showAt ?? null;
  const at = showAt === null || parseInstant(showAt) === null ? null : when(showAt);
  return (
    <p className={styles.event}>
      <strong>{event?.name}</strong>
      <span>{at !== null && (isBrief ? at.brief : `${at.date}, ${at.time}`)}</span>
    </p>
  );
}

/** The frame of the purchase as props: header with the four steps and the session's clock, the main part, 'Time is up!'. */
export function PurchaseFrame(props: PurchaseFrameProps) {
  const { screen, event, deadline, isTimeUp, onTimeUpRead, children } = props;
  const t = useText();
  const announced = useRef<string | null>(null);
  const entry = useMemo(() => ({ step: screen, announced }), [screen]);
  const step = pageOf(screen).purchase?.step ?? null;
  // On a phone one line names the event, and the heading of the page its step; the seat map takes what the header leaves on a tablet too.
  const isFilled = screen === 'seats';
  const isNarrow = !useMedia(media.wide);
  const isPhone = !useMedia(media.desktop);
  const isCompact = isFilled ? isNarrow : isPhone;
  return (
    <div className={styles.frame} data-filled={isFilled || undefined}>
      <SkipLink />
      <header className={styles.header} data-compact={isCompact || undefined}>
        <div className={styles.bar}>
          <Link
            to="/"
            className={styles.home}
            aria-label={t('header.home', { product: productName })}
          >
            <Logo className={styles.logo} />
          </Link>
          {isCompact && <EventLine event={event} isBrief />}
          {step !== null && <Stepper current={step} className={styles.steps ?? ''} />}
          <div className={styles.tools}>
            {deadline !== null && (
              <Countdown
                deadline={deadline}
                format="mm:ss"
                label={t('purchase.remaining')}
                className={styles.clock ?? ''}
              />
            )}
            <LanguageSwitch />
          </div>
        </div>
        <OfflineBanner inQueue={screen === 'queue'} />
      </header>
      {!isCompact && <EventLine event={event} isBrief={false} />}
      <main id={mainId} tabIndex={-1} className={styles.main}>
        <StepContext value={entry}>{children}</StepContext>
      </main>
      <TimeUpDialog open={isTimeUp} onRead={onTimeUpRead} />
    </div>
  );
}

/** The event of the page: from the session, else from the cached event page. */
function useBoughtEvent(): BoughtEvent | null {
  const slug = useSlug();
  const bought = useRootSelector(selectBought);
  const known = useKnownShow(slug).data;
  const read = bought.slug === slug && bought.name !== null ? bought : null;
  const name = read?.name ?? known?.name ?? null;
  return name === null ? null : { name, showAt: read?.showAt ?? known?.eventDate ?? null };
}

/** The layout of every page of the purchase. */
export function PurchaseLayout({ children }: { readonly children?: ReactNode }) {
  const root = useRoot();
  const screen = useRootSelector(selectScreen);
  const deadline = useRootSelector(selectDeadline);
  const isBlocked = useRootSelector(selectIsBlocked);
  const isEnded = useRootSelector(selectIsEnded);
  return (
    <>
      <PurchaseFrame
        screen={screen}
        event={useBoughtEvent()}
        deadline={pageOf(screen).purchase?.ownClock === true ? null : deadline}
        isTimeUp={useRootSelector(selectIsTimeUp)}
        onTimeUpRead={() => root.send({ type: 'notice.dismiss' })}
      >
        <ConnectingNote />
        {isEnded ? <EndedPage /> : isBlocked ? <BlockedPage /> : (children ?? <Outlet />)}
      </PurchaseFrame>
      {/* Due on the page of the categories alone, which is open to anyone. */}
      <SessionBubbleGate />
    </>
  );
}
