/** Name of the show in `events e`, as tickets and e-mails print it: two nights of one event differ. As SQL. */
export const showTitleSql = `concat_ws(', ', e.name, e.show_name)`;

/** Address of the show in `events e`, or its city; null for an online event without an address. As SQL. */
export const addressSql = 'coalesce(e.venue_address, case when not e.is_online then e.city end)';

/** Where the show in `events e` takes place: the venue with its address, or with its city. As SQL. */
export const placeSql = `concat_ws(', ', e.venue_name, ${addressSql})`;
