/**
 * Standing places (decision 054). The place says of itself that it has no number, because a place of a past order loses its category when it
 * is taken out of the sale.
 */
export const standing = `
alter table categories add column kind text not null default 'seated' check (kind in ('seated', 'standing'));
alter table seats add column is_standing boolean not null default false;
create index seats_standing on seats (category_id, id) where is_standing and status = 'available';
`;
