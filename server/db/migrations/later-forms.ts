/** Forms that are asked on the ticket after paying, and the orders whose reminder about them is still to be judged (decision 098). */
export const laterForms = `
alter table forms add column later boolean not null default false;
create index forms_later on forms (event_id) where later;

-- When the reminder fell due, whether or not it was written.
alter table orders add column later_judged_at timestamptz;
create index orders_later_unjudged on orders (event_id) where status = 'completed' and later_judged_at is null;
`;
