/** The issuer of an invoice by the name it had when it was issued, so that renaming an organiser rewrites none (decision 076). */
export const invoiceIssuers = `
-- Null in rows of a process of the former release.
alter table invoices add column issuer_name text;
update invoices i set issuer_name = g.name from organizers g where g.id = i.issuer_id;
`;
