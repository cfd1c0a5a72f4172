/** Name of the show in `events e`, as tickets and e-mails print it: two nights of one event differ. As SQL. */
export const showTitleSql = `concat_ws(', ', e.name, e.show_name)`;

/** Where the show in `events e` takes place: the venue with its address, or with its city. As SQL. */
export const placeSql = `concat_ws(', ', e.venue_name, coalesce(e.venue_address, e.city))`;
