// Without schemas: the page of the search needs these values before it makes a call.

/** Topics of events, in the order of the filter (§2.112). */
export const eventTopics = ['music', 'sports', 'entertainment', 'festivals', 'seminar'] as const;

/** The entry that clears the province (§2.26). */
export const allProvinces = { id: 0, name: 'Semua Provinsi', code: 'ALL' };
