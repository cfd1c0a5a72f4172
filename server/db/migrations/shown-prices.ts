/** The lowest prices of shows become those that are shown (decision 138). */
export const shownPrices = `
update events e set
  lowest_price = case when e.lowest_price > 0 then round(e.lowest_price * r.factor) + r.fixed else 0 end,
  early_lowest = (
    select coalesce(jsonb_agg(jsonb_set(step, '{price}', case when (step ->> 'price')::bigint > 0
      then to_jsonb(round((step ->> 'price')::bigint * r.factor) + r.fixed) else '0' end)), '[]')
    from jsonb_array_elements(e.early_lowest) step)
from (
  select x.id, 1 + coalesce(sum((rule ->> 'percent')::numeric), 0) / 100 as factor,
    coalesce(sum((rule ->> 'fixed')::bigint) filter (where rule ->> 'percent' is null), 0) as fixed
  from events x, jsonb_array_elements(x.price_rules) rule
  where not (rule ->> 'included')::boolean and (rule ->> 'percent' is not null or rule ->> 'per' = 'ticket') group by x.id) r
where r.id = e.id;
`;

/** The standard terms of events with a refund policy no longer say that no ticket is taken back. */
export const termsByPolicy = `
update events set terms_html = replace(terms_html,
  'Tiket yang sudah dibayar tidak dapat ditukar atau diuangkan, kecuali acara dibatalkan oleh penyelenggara.',
  'Tiket yang sudah dibayar dapat dikembalikan menurut ketentuan pengembalian tiket acara ini.')
where refund_policy is not null;
`;
