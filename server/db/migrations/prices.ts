/**
 * Prices as data of an event (decision 055): fees and taxes, early prices, limits and vouchers of an event. Events and orders that exist get
 * the tax that they had: 10 percent of the subtotal, added to it.
 */
export const prices = `
alter table events
  -- PriceRule of the contract, those of the province of the venue alone.
  add column price_rules jsonb not null default
    '[{"name":"Pajak","kind":"tax","percent":10,"fixed":null,"per":"order","included":false,"base":"beforeDiscount"}]',
  -- True: the organiser bears the fee of the payment method.
  add column bears_method_fee boolean not null default false,
  -- Lowest prices that end, as [{price, until}]; lowest_price holds after the last.
  add column early_lowest jsonb not null default '[]',
  -- Most tickets of the series by a person and by a phone number; null without a limit.
  add column limit_per_account int check (limit_per_account > 0),
  add column limit_per_phone int check (limit_per_phone > 0);
-- Prices that end, as [{name, price, until}].
alter table categories add column early_prices jsonb not null default '[]';

-- The early price that holds at an instant, the one that ends first; null without one.
create function early_price_at(early jsonb, at timestamptz) returns jsonb language sql stable as $$
  select p from jsonb_array_elements(early) p where (p ->> 'until')::timestamptz > at
  order by (p ->> 'until')::timestamptz limit 1
$$;
create function price_at(price bigint, early jsonb, at timestamptz) returns bigint language sql stable as $$
  select coalesce((early_price_at(early, at) ->> 'price')::bigint, price)
$$;

-- A code belongs to one event, so that two organisers may use one word; null is valid for every event.
alter table orders drop constraint orders_voucher_code_fkey;
alter table voucher_claims drop constraint voucher_claims_code_fkey;
alter table vouchers drop constraint vouchers_pkey;
alter table vouchers
  add column id text,
  add column series_id text references events on delete cascade,
  -- Whole rupiah.
  add column max_discount bigint check (max_discount > 0),
  add column min_purchase bigint check (min_purchase > 0),
  -- Uses by one person; null without a limit.
  add column per_person int check (per_person > 0),
  -- Names of categories and ids of shows; null for all.
  add column categories jsonb,
  add column shows jsonb,
  add column starts_at timestamptz,
  -- False for one that its folder no longer has and that orders name.
  add column is_active boolean not null default true;
update vouchers set id = code;
alter table vouchers alter column id set default gen_random_uuid()::text, alter column id set not null, add primary key (id);
create unique index vouchers_code on vouchers (code, coalesce(series_id, ''));
create index vouchers_series on vouchers (series_id) where series_id is not null;
alter table voucher_claims rename column code to voucher_id;
alter table voucher_claims add foreign key (voucher_id) references vouchers;

-- The rules by which an order was priced, and what they came to: a later change of the event touches neither.
alter table orders
  add column voucher_id text references vouchers,
  add column price_rules jsonb not null default
    '[{"name":"Pajak","kind":"tax","percent":10,"fixed":null,"per":"order","included":false,"base":"beforeDiscount"}]',
  add column price_lines jsonb not null default '[]',
  add column bears_method_fee boolean not null default false;
update orders set voucher_id = voucher_code where voucher_code is not null;
update orders set price_lines = jsonb_build_array(jsonb_build_object(
    'name', 'Pajak', 'kind', 'tax', 'percent', 10, 'amount', tax, 'included', false)) where tax > 0;
create index accounts_phone on accounts (phone_number) where phone_number <> '';
create index orders_voucher on orders (voucher_id) where voucher_id is not null;
`;
