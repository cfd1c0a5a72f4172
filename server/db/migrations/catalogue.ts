/** Places, organisers, events and their categories. */
export const catalogue = `
create table countries (id int primary key, name text not null, code text not null, phone_code text not null, currency text not null);
create table provinces (id int primary key, country_id int not null references countries, name text not null, code text not null);
create table organizers (id text primary key, name text not null, logo text);
create table events (
  id text primary key,
  slug text not null unique,
  name text not null,
  banner text,
  event_type text,
  topic text not null,
  is_online boolean not null default false,
  starts_at timestamptz not null,
  organizer_id text not null references organizers,
  venue_name text not null,
  venue_location text,
  province_id int not null references provinces,
  city text not null,
  city_id int not null,
  subdistrict text not null,
  subdistrict_id int not null,
  about text not null,
  facilities jsonb not null default '[]',
  terms_html text not null,
  privacy_html text not null,
  layout_image text,
  total_rows int not null,
  total_cols int not null,
  layout_version text not null default '',
  lowest_price bigint not null check (lowest_price >= 0),
  is_featured boolean not null default false,
  is_promo boolean not null default false,
  status text not null default 'active',
  search_text text not null
);
create index events_starts on events (starts_at);
create table shows (
  id text primary key,
  event_id text not null references events on delete cascade,
  position int not null,
  show_type text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  price bigint not null check (price >= 0),
  availability text not null,
  seats_left int,
  is_free boolean not null
);
create table categories (
  id text primary key,
  event_id text not null references events on delete cascade,
  name text not null,
  color text not null,
  price bigint not null check (price >= 0),
  position int not null
);
create table seats (
  id bigint generated always as identity primary key,
  event_id text not null references events on delete cascade,
  seat_number text not null,
  row_number int not null,
  row_label text not null,
  column_number int not null,
  category_id text references categories,
  status text not null default 'available' check (status in ('available', 'held', 'sold', 'block'))
);
create unique index seats_number on seats (event_id, seat_number);
create index seats_taken on seats (event_id) where status in ('held', 'sold');
create index seats_category on seats (event_id, category_id, status);
create table forms (
  id text primary key,
  event_id text not null references events on delete cascade,
  name text not null,
  description text,
  ask_all boolean not null,
  is_active boolean not null,
  position int not null,
  fields jsonb not null
);
create table vouchers (
  code text primary key,
  kind text not null check (kind in ('percent', 'fixed')),
  value bigint not null check (value > 0),
  max_uses int,
  expires_at timestamptz,
  description text not null
);
`;
