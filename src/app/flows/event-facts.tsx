import CalendarDays from 'lucide-react/icons/calendar-days';
import Clock from 'lucide-react/icons/clock';
import MapPin from 'lucide-react/icons/map-pin';
import { useText } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useWhen } from '../when.ts';
import styles from './event-facts.module.css';

interface EventFactsProps {
  readonly datetime: string;
  readonly venue: string;
  readonly className?: string | undefined;
}

/** Date, time and venue of an event on a card (§2.51). */
export function EventFacts({ datetime, venue, className }: EventFactsProps) {
  const t = useText();
  const when = useWhen()(datetime);
  return (
    <ul className={classNames(styles.facts, className)}>
      <li>
        <CalendarDays aria-hidden="true" />
        <VisuallyHidden>{t('event.date')}: </VisuallyHidden>
        {when.date}
      </li>
      <li>
        <Clock aria-hidden="true" />
        <VisuallyHidden>{t('event.time')}: </VisuallyHidden>
        {when.time}
      </li>
      <li>
        <MapPin aria-hidden="true" />
        <VisuallyHidden>{t('event.venue')}: </VisuallyHidden>
        <span className="ellipsis">{venue}</span>
      </li>
    </ul>
  );
}
