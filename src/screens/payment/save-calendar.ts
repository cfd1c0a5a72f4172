import { type CalendarEntry, calendarFile } from '../../../contract/ticket/calendar-file.ts';
import { productName } from '../../app/product.ts';
import { saveFile } from '../../effects/save-file.ts';

/** Downloads an event as a calendar file named `{name}.ics`. */
export function saveCalendar(entry: CalendarEntry, name: string): void {
  const file = calendarFile(entry, productName, Date.now());
  saveFile(new Blob([file], { type: 'text/calendar;charset=utf-8' }), `${name}.ics`);
}
