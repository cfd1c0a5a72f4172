/** Words of a purchase whose time ran out (§4). */
export const timeUpWords = 'Time is up! Your session has expired. Please select your seats again.';
