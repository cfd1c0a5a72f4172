import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { EventDetail } from '../../../contract/catalogue.ts';
import { parseInstant, zoneOf } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { fetchCode } from '../../ui/feedback/fetched.ts';

interface SaleReminderProps {
  readonly event: EventDetail;
  /** When the sale begins, in the server's format. */
  readonly at: string | null;
}

/** 'Remind me': saves the opening of the sale as a calendar entry. Renders nothing without a time. */
export function SaleReminder({ event, at }: SaleReminderProps) {
  const t = useText();
  const startsAt = at === null ? null : parseInstant(at);
  if (startsAt === null) return null;
  const save = async () => {
    const { saveCalendar } = await fetchCode(() => import('../payment/save-calendar.ts'));
    const { origin, hostname } = window.location;
    const url = `${origin}/event/${event.slug}`;
    saveCalendar(
      {
        uid: `sale-${event.slug}@${hostname}`,
        title: t('event.reminderTitle', { name: event.name }),
        place: url,
        notes: t('event.reminderTitle', { name: event.name }),
        url,
        startsAt,
        zone: zoneOf(at ?? ''),
      },
      `sale-${event.slug}`,
    );
  };
  return (
    <Button variant="secondary" icon={<CalendarPlus />} onClick={() => void save()}>
      {t('event.remindMe')}
    </Button>
  );
}
