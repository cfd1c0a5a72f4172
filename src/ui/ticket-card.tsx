import type { CSSProperties, ReactNode } from 'react';
import type { PosterColours } from '../../contract/picture/poster-colours.ts';
import { classNames } from './class-names.ts';
import styles from './ticket-card.module.css';

interface TicketCardProps {
  readonly category: string;
  /** The name of the event, as a heading of the level that the page needs. */
  readonly heading: ReactNode;
  /** A line below the heading. */
  readonly by?: ReactNode;
  /** Of the poster; without them the ticket has the colours of the shop. */
  readonly colours: PosterColours | null | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A ticket: a head in the colours of the event's poster, below it the code and the details. The same wherever a ticket is shown. */
export function TicketCard(props: TicketCardProps): ReactNode {
  const { category, heading, by, colours, className, children } = props;
  const own =
    colours == null ? {} : { '--ticket-ground': colours.ground, '--ticket-glow': colours.glow };
  return (
    <article className={classNames(styles.ticket, className)} style={own as CSSProperties}>
      <header className={styles.head}>
        <p className={styles.category}>{category}</p>
        {heading}
        {by !== undefined && <div className={styles.by}>{by}</div>}
      </header>
      {children}
    </article>
  );
}
