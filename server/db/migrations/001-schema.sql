-- The whole schema. Later steps are files beside this one, which only add (docs/decisions/088-migrations-in-two-steps.md).
-- docs/schema.md draws it.

create type job_state as enum (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);

create sequence catalogue_version
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1;

create sequence ledger_postings
    start with 1
    increment by 1
    no minvalue
    no maxvalue
    cache 1;

create function change_catalogue() returns trigger language plpgsql as $$
  begin
    perform nextval('catalogue_version');
    return null;
  end $$;

create function charge_state_of(status text, charged_at timestamptz) returns text language sql immutable as $$
  select case status
    when 'pending' then case when charged_at is null then 'charging' else 'awaiting' end
    when 'completed' then 'settled' when 'expired' then 'lapsed' when 'failed' then 'voided'
    when 'refund_due' then 'refundDue' else 'refunded' end $$;

create function count_calendar_change() returns trigger language plpgsql as $$
  begin
    new.calendar_sequence := old.calendar_sequence + 1;
    return new;
  end
  $$;

create function count_seats() returns trigger language plpgsql as $$
  declare
    events text[];
    changed bigint;
  begin
    if tg_op <> 'DELETE' then
      insert into seat_counts (event_id, available, held)
        select event_id, count(*) filter (where status = 'available'), count(*) filter (where status = 'held')
        from gained where status in ('available', 'held') group by event_id;
      select array_agg(distinct event_id), count(*) into events, changed from gained;
    end if;
    if tg_op <> 'INSERT' then
      insert into seat_counts (event_id, available, held)
        select event_id, -count(*) filter (where status = 'available'), -count(*) filter (where status = 'held')
        from lost where status in ('available', 'held') group by event_id;
      select array_agg(distinct event_id), count(*) into events, changed from lost;
    end if;

    if exists (select 1 from seat_counts where event_id = any(events) group by event_id having sum(available) <= 21 + changed)
    then perform nextval('catalogue_version'); end if;
    return null;
  end $$;

create function create_queue(queue_name text, options json) returns void language plpgsql as $_$
  DECLARE
    table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
    queue_created_on timestamptz;
  BEGIN
    WITH q as (
    INSERT INTO public.queue (
      name,
      policy,
      retry_limit,
      retry_delay,
      retry_backoff,
      expire_seconds,
      retention_minutes,
      dead_letter,
      partition_name
    )
    VALUES (
      queue_name,
      options->>'policy',
      (options->>'retryLimit')::int,
      (options->>'retryDelay')::int,
      (options->>'retryBackoff')::bool,
      (options->>'expireInSeconds')::int,
      (options->>'retentionMinutes')::int,
      options->>'deadLetter',
      table_name
    )
    ON CONFLICT DO NOTHING
    RETURNING created_on
    )
    SELECT created_on into queue_created_on from q;
    IF queue_created_on IS NULL THEN
      RETURN;
    END IF;
    EXECUTE format('CREATE TABLE public.%I (LIKE public.job INCLUDING DEFAULTS)', table_name);
    EXECUTE format('ALTER TABLE public.%1$I ADD PRIMARY KEY (name, id)', table_name);
    EXECUTE format('ALTER TABLE public.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES public.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
    EXECUTE format('ALTER TABLE public.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES public.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
    EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON public.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
    EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON public.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
    EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON public.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
    EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON public.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
    EXECUTE format('CREATE INDEX %1$s_i5 ON public.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);
    EXECUTE format('ALTER TABLE public.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
    EXECUTE format('ALTER TABLE public.job ATTACH PARTITION public.%I FOR VALUES IN (%L)', table_name, queue_name);
  END;
  $_$;

create function delete_queue(queue_name text) returns void language plpgsql as $$
  DECLARE
    table_name varchar;
  BEGIN
    WITH deleted as (
      DELETE FROM public.queue
      WHERE name = queue_name
      RETURNING partition_name
    )
    SELECT partition_name from deleted INTO table_name;
    EXECUTE format('DROP TABLE IF EXISTS public.%I', table_name);
  END;
  $$;

create function early_price_at(early jsonb, at timestamptz) returns jsonb language sql stable as $$
  select p from jsonb_array_elements(early) p where (p ->> 'until')::timestamptz > at
  order by (p ->> 'until')::timestamptz limit 1
$$;

create function follow_payment_status() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.status <> 'pending' and new.charge_state = 'intent' then
        new.charge_state := charge_state_of(new.status, new.charged_at);
      end if;
    elsif new.charge_state = old.charge_state then
      if new.status <> old.status then
        new.charge_state := charge_state_of(new.status, new.charged_at);
      elsif new.status = 'pending' and new.charged_at is not null then
        new.charge_state := 'awaiting';
      end if;
    end if;
    return new;
  end $$;

create function name_event_of_subject() returns trigger language plpgsql as $$
  begin
    new.event_id := coalesce(new.event_id, (select event_id from orders where id = new.order_id));
    return new;
  end $$;

create function person_of(address text) returns text language sql immutable parallel safe as $$
  select case when l.base = '' then lower(address)
    else case when p.dots then replace(l.base, '.', '') else l.base end || '@' || coalesce(p.mailbox, g.domain) end
  from (select split_part(lower(address), '@', 1) as name, substr(lower(address), strpos(address, '@') + 1) as domain) g
  left join (values
    ('gmail.com', 'gmail.com', true, 'plus'),
    ('googlemail.com', 'gmail.com', true, 'plus'),
    ('outlook.com', 'outlook.com', false, 'plus'),
    ('hotmail.com', 'hotmail.com', false, 'plus'),
    ('live.com', 'live.com', false, 'plus'),
    ('msn.com', 'msn.com', false, 'plus'),
    ('outlook.co.id', 'outlook.co.id', false, 'plus'),
    ('hotmail.co.id', 'hotmail.co.id', false, 'plus'),
    ('live.co.id', 'live.co.id', false, 'plus'),
    ('icloud.com', 'icloud.com', false, 'plus'),
    ('me.com', 'icloud.com', false, 'plus'),
    ('mac.com', 'icloud.com', false, 'plus'),
    ('yahoo.com', 'yahoo.com', false, 'both'),
    ('yahoo.co.id', 'yahoo.co.id', false, 'both'),
    ('yahoo.co.uk', 'yahoo.co.uk', false, 'both'),
    ('yahoo.com.sg', 'yahoo.com.sg', false, 'both'),
    ('ymail.com', 'ymail.com', false, 'both'),
    ('rocketmail.com', 'rocketmail.com', false, 'both'),
    ('proton.me', 'proton.me', true, 'plus'),
    ('protonmail.com', 'proton.me', true, 'plus'),
    ('pm.me', 'proton.me', true, 'plus'),
    ('fastmail.com', 'fastmail.com', false, 'plus'),
    ('fastmail.fm', 'fastmail.fm', false, 'plus'),
    ('zohomail.com', 'zohomail.com', false, 'plus'),
    ('zoho.com', 'zoho.com', false, 'plus'),
    ('yandex.ru', 'yandex.ru', false, 'plus'),
    ('yandex.com', 'yandex.ru', false, 'plus'),
    ('ya.ru', 'yandex.ru', false, 'plus'),
    ('yandex.by', 'yandex.ru', false, 'plus'),
    ('yandex.kz', 'yandex.ru', false, 'plus'),
    ('aol.com', 'aol.com', false, 'plus'),
    ('gmx.com', 'gmx.com', false, 'plus'),
    ('gmx.net', 'gmx.net', false, 'plus'),
    ('gmx.de', 'gmx.de', false, 'plus'),
    ('web.de', 'web.de', false, 'plus'),
    ('mail.com', 'mail.com', false, 'plus'),
    ('mail.ru', 'mail.ru', false, 'plus'),
    ('bk.ru', 'bk.ru', false, 'plus'),
    ('inbox.ru', 'inbox.ru', false, 'plus'),
    ('list.ru', 'list.ru', false, 'plus'),
    ('tutanota.com', 'tutanota.com', false, 'plus'),
    ('tuta.com', 'tuta.com', false, 'plus'),
    ('hey.com', 'hey.com', false, 'plus'),
    ('posteo.de', 'posteo.de', false, 'plus'),
    ('mailbox.org', 'mailbox.org', false, 'plus'),
    ('hushmail.com', 'hushmail.com', false, 'plus'),
    ('qq.com', 'qq.com', false, 'plus'),
    ('163.com', '163.com', false, 'plus'),
    ('126.com', '126.com', false, 'plus'),
    ('sina.com', 'sina.com', false, 'plus'),
    ('foxmail.com', 'foxmail.com', false, 'plus'),
    ('naver.com', 'naver.com', false, 'plus'),
    ('daum.net', 'daum.net', false, 'plus'),
    ('hanmail.net', 'hanmail.net', false, 'plus'),
    ('plasa.com', 'plasa.com', false, 'plus'),
    ('telkom.net', 'telkom.net', false, 'plus'),
    ('indosat.net.id', 'indosat.net.id', false, 'plus'),
    ('rediffmail.com', 'rediffmail.com', false, 'plus'),
    ('comcast.net', 'comcast.net', false, 'plus'),
    ('btinternet.com', 'btinternet.com', false, 'plus'),
    ('orange.fr', 'orange.fr', false, 'plus')) p (domain, mailbox, dots, tag) on p.domain = g.domain
  cross join lateral (select case coalesce(p.tag, 'plus')
    when 'both' then split_part(split_part(g.name, '+', 1), '-', 1) else split_part(g.name, '+', 1) end as base) l
$$;

create function price_at(price bigint, early jsonb, at timestamptz) returns bigint language sql stable as $$
  select coalesce((early_price_at(early, at) ->> 'price')::bigint, price)
$$;

create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit log is append-only.';
  end
  $$;

create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The ledger is append-only.';
  end
  $$;

create function refuse_unbalanced_posting() returns trigger language plpgsql as $$
  begin
    if exists (select 1 from added group by posting having sum(amount) <> 0) then
      raise exception 'The entries of a posting must add up to zero.';
    end if;
    return null;
  end
  $$;

create function sale_clock() returns timestamptz language sql as $$select clock_timestamp()$$;

-- == People ==

-- People who may buy, by e-mail address; an erased one keeps its row without a name.
create table accounts (
  id uuid primary key,
  email text not null,
  password_hash text,
  first_name text not null,
  last_name text not null,
  phone_number text not null,
  role text default 'user' not null,
  is_verified boolean default false not null,
  created_at timestamptz not null,
  erased_at timestamptz,
  -- One person has many addresses: what stands after a plus sign is a tag, and Gmail reads no dots. A share is counted by this.
  person text generated always as (person_of(email)) stored
);
create unique index accounts_email on accounts (lower(email));
create index accounts_person on accounts (person);
create index accounts_phone on accounts (phone_number) where (phone_number <> '');
create index accounts_unverified on accounts (created_at) where (not is_verified);

-- Sign-ins of buyers; the key is a hash of the cookie.
create table auth_sessions (
  id_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index auth_sessions_account on auth_sessions (account_id);

-- One-time codes, as HMACs.
create table otp_codes (
  id bigint generated always as identity primary key,
  account_id uuid references accounts (id) on delete cascade,
  code_hmac text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts int default 0 not null,
  dead boolean default false not null,
  -- A code that sets a new password is asked for by address, whether an account has it or not.
  subject text not null,
  -- One code of a subject lives at a time; codes of several subjects may count against one daily number.
  budget text,
  network text
);
create index otp_codes_budget on otp_codes (budget, created_at desc);
create unique index otp_codes_one_alive on otp_codes (subject) where (not dead);
create index otp_codes_subject on otp_codes (subject, created_at desc);

-- Failed sign-ins of the last minutes, by account.
create table login_failures (
  account_key text not null,
  address text not null,
  at timestamptz not null
);
create index login_failures_key on login_failures (account_key, at);

-- Google accounts that sign in as an account of ours.
create table google_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index google_identities_account on google_identities (account_id);

-- A round trip to Google that has begun; the key is the hash of a cookie that only the browser holds.
create table google_flows (
  cookie_hash text primary key,
  issuer text not null,
  callback_url text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  return_to text,
  expires_at timestamptz not null
);

-- Pictures of accounts.
create table account_photos (
  account_id uuid primary key references accounts (id) on delete cascade,
  webp bytea not null,
  changed_at timestamptz not null
);

-- Terms and privacy texts as buyers accepted them.
create table legal_texts (
  -- SHA-256 over the text in all its languages.
  hash text primary key,
  document text not null check (document in ('terms', 'privacy')),
  html_id text not null,
  html_en text,
  first_accepted_at timestamptz not null
);

-- Which account accepted which text.
create table legal_acceptances (
  account_id uuid not null references accounts (id) on delete cascade,
  document text not null,
  hash text not null references legal_texts (hash),
  accepted_at timestamptz not null,
  primary key (account_id, document, hash)
);

-- Messages of the contact page.
create table support_messages (
  id bigint generated always as identity primary key,
  account_id uuid references accounts (id) on delete set null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamptz not null
);
create index support_messages_account on support_messages (account_id);
create index support_messages_created on support_messages (created_at);
create index support_messages_writer on support_messages (lower(email), created_at);

-- The outbox: every e-mail with its tries.
create table mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  created_at timestamptz not null,
  sent_at timestamptz,
  failure text,
  -- When a process took up a letter that another had left.
  taken_at timestamptz,
  -- The code a letter carries, for what, and until when: blanked in the text, and here, once it cannot be used.
  code text,
  code_subject text,
  code_ends_at timestamptz,
  -- When the text of a letter was removed; the row goes on saying that it was sent.
  blanked_at timestamptz,
  -- What goes first: codes before tickets before news.
  lane text default 'tickets' not null check (lane in ('codes', 'tickets', 'news')),
  attempts int default 0 not null,
  -- When it is tried next; null once nothing is to be done any more. While it is under way, the instant at which its process counts as gone.
  next_try_at timestamptz,
  gave_up_at timestamptz,
  -- In the Message-ID and in the address that bounces come back to.
  token text,
  bounced_at timestamptz,
  bounce_status text,
  reply_to text,
  -- What is made and attached when it is sent.
  enclosed jsonb,
  kind text,
  event_id text
);
create index mails_code on mails (code_subject) where (code is not null);
create index mails_code_ends on mails (code_ends_at) where (code is not null);
create index mails_due on mails (lane, next_try_at, id) where (next_try_at is not null);
create index mails_gone_wrong on mails (id) where ((bounced_at is not null) or (gave_up_at is not null));
create index mails_kept on mails (created_at) where (blanked_at is null);
create index mails_recipient on mails (recipient, id desc);
create index mails_reply_to on mails (lower(reply_to)) where (reply_to is not null);
create unique index mails_token on mails (token);

-- == Staff and the server ==

-- People who work here, with their roles.
create table staff (
  id uuid primary key,
  email text not null,
  name text not null,
  roles text[] not null check ((cardinality(roles) > 0) and (roles <@ array['owner', 'sales', 'support', 'finance', 'door'])),
  created_at timestamptz not null,
  -- Of the open invitation; null once it was accepted.
  invitation_hash text unique,
  invitation_expires_at timestamptz,
  -- Null until the invitation is accepted.
  password_hash text,
  -- Key of the authenticator, encrypted with a key that the database does not hold.
  totp_secret text not null,
  -- Time step of the last accepted code: each code counts once.
  totp_step bigint default 0 not null,
  removed_at timestamptz
);
create unique index staff_email on staff (lower(email));

-- Sign-ins of staff.
create table staff_sessions (
  id_hash text primary key,
  staff_id uuid not null references staff (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sessions_staff on staff_sessions (staff_id);

-- When the staff was last notified that something waits.
create table staff_notices (
  kind text primary key,
  sent_at timestamptz not null
);

-- Who changed what; rows are only added.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id uuid,
  action text not null,
  object text not null,
  status_before text,
  status_after text,
  request_id text,
  address_prefix text,
  detail jsonb,
  staff_id uuid
);
create index audit_log_object on audit_log (object);
create trigger audit_log_append_only before delete or update on audit_log for each statement execute function refuse_audit_change();

-- Rows of the server itself: the signing keys it made at first start, the stamp of the seed, the offset of the development clock.
create table server_facts (
  name text primary key,
  value text not null
);

-- Responses to calls with a key, for their repetition.
create table idempotency_keys (
  account_id uuid not null references accounts (id) on delete cascade,
  key text not null,
  route text not null,
  request_hash text not null,
  status int,
  body jsonb,
  created_at timestamptz not null,
  -- The process that answers under the key, by the mark of its presence: one that is dead holds nothing.
  holder int,
  -- The purchase session a key was first used in: its response is never given in a later one. No foreign key: writing a key must not wait for a transaction that holds the row of the session.
  session_id uuid,
  primary key (account_id, key)
);

-- One window of one limit; processes take blocks from it. `granted` is what the last statement took.
create table limit_budgets (
  key text primary key,
  used int not null,
  granted int not null,
  ends_at timestamptz not null
);
create index limit_budgets_ended on limit_budgets (ends_at);

-- Challenges that were solved: each counts once.
create table challenge_uses (
  seed text primary key,
  expires_at timestamptz not null
);
create index challenge_uses_ended on challenge_uses (expires_at);

-- == The catalogue ==

-- Countries of events and phone numbers.
create table countries (
  id int primary key,
  name text not null,
  code text not null,
  phone_code text not null,
  currency text not null
);

-- Provinces that events are searched by.
create table provinces (
  id int primary key,
  country_id int not null references countries (id),
  name text not null,
  code text not null
);

-- Who holds an event.
create table organizers (
  id text primary key,
  name text not null,
  logo text
);
create trigger organizers_change_catalogue after insert or delete or update on organizers for each statement execute function change_catalogue();

-- Shows: each has its own seats, sale and page; those of one folder share a series.
create table events (
  id text primary key,
  slug text not null unique,
  name text not null,
  banner text,
  event_type text,
  topic text not null,
  is_online boolean default false not null,
  starts_at timestamptz not null,
  organizer_id text not null references organizers (id),
  venue_name text not null,
  venue_location text,
  province_id int not null references provinces (id),
  city text not null,
  city_id int not null,
  subdistrict text not null,
  subdistrict_id int not null,
  about text not null,
  facilities jsonb default '[]'::jsonb not null,
  terms_html text not null,
  privacy_html text not null,
  layout_image text,
  total_rows int not null,
  total_cols int not null,
  layout_version text default '' not null,
  lowest_price bigint not null check (lowest_price >= 0),
  is_featured boolean default false not null,
  is_promo boolean default false not null,
  status text default 'active' not null check (status in ('draft', 'active', 'paused', 'closed', 'postponed', 'cancelled')),
  search_text text not null,
  max_tickets_per_person int check (max_tickets_per_person > 0),
  free_unpaid_holds int check (free_unpaid_holds >= 0),
  name_words tsvector generated always as (array_to_tsvector(array_remove(string_to_array(split_part(search_text, '/', 1), ' '), ''))) stored,
  search_words tsvector generated always as (array_to_tsvector(array_remove(string_to_array(replace(search_text, '/', ' '), ' '), ''))) stored,
  ends_at timestamptz not null,
  sale_starts_at timestamptz,
  zone_layout jsonb check (jsonb_typeof(zone_layout) = 'object'),
  series_id text not null references events (id) on delete cascade,
  show_position int default 0 not null,
  -- Null: the choice of shows prints the date alone.
  show_name text,
  time_zone text default 'Asia/Jakarta' not null check (time_zone in ('Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura')),
  sale_ends_at timestamptz,
  presale_starts_at timestamptz,
  presale_ends_at timestamptz,
  -- The date from which an event was moved; null for one that keeps its date.
  previous_starts_at timestamptz,
  seat_plan jsonb,
  -- PriceRule of the contract, those of the province of the venue alone.
  price_rules jsonb default '[{"per": "order", "base": "beforeDiscount", "kind": "tax", "name": "Pajak", "fixed": null, "percent": 10, "included": false}]'::jsonb not null,
  -- True: the organiser bears the fee of the payment method.
  bears_method_fee boolean default false not null,
  -- Lowest prices that end, as [{price, until}]; lowest_price holds after the last.
  early_lowest jsonb default '[]'::jsonb not null,
  -- Most tickets of the series by a person and by a phone number; null without a limit.
  limit_per_account int check (limit_per_account > 0),
  limit_per_phone int check (limit_per_phone > 0),
  waiting_offer_minutes int default 30 not null check (waiting_offer_minutes > 0),
  -- When the waiting room before the sale, and before the presale, opens; null without one.
  sale_room_opens_at timestamptz,
  presale_room_opens_at timestamptz,
  -- RefundPolicy of the contract; null: bought tickets are not taken back.
  refund_policy jsonb,
  -- Until when everybody gets everything back, because the event was postponed or moved.
  refund_until timestamptz,
  calendar_sequence int default 0 not null,
  venue_address text,
  ticket_terms jsonb,
  constraint events_check check (ends_at > starts_at)
);
create index events_search_words on events using gin (search_words) with (fastupdate=off);
create index events_series on events (series_id, show_position);
create index events_starts on events (starts_at);
create trigger events_calendar before update on events for each row when (((((old.starts_at is distinct from new.starts_at) or (old.ends_at is distinct from new.ends_at)) or (old.venue_name is distinct from new.venue_name)) or ((old.status is distinct from new.status) and ((old.status = any (array['cancelled', 'postponed'])) or (new.status = any (array['cancelled', 'postponed'])))))) execute function count_calendar_change();
create trigger events_change_catalogue after insert or delete or update on events for each statement execute function change_catalogue();

-- Prices of a show.
create table categories (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  name text not null,
  color text not null,
  price bigint not null check (price >= 0),
  "position" int not null,
  kind text default 'seated' not null check (kind in ('seated', 'standing')),
  -- Prices that end, as [{name, price, until}].
  early_prices jsonb default '[]'::jsonb not null,
  includes jsonb
);

-- Seats and standing places of a show.
create table seats (
  id bigint generated always as identity primary key,
  event_id text not null references events (id) on delete cascade,
  seat_number text not null,
  row_number int not null,
  row_label text not null,
  column_number int not null,
  category_id text references categories (id),
  status text default 'available' not null check (status in ('available', 'held', 'sold', 'block')),
  is_standing boolean default false not null,
  -- Empty in a hall of one section.
  section text,
  -- Centre of the seat in units of the plan.
  x double precision,
  y double precision,
  -- Degrees clockwise.
  rotation double precision,
  access text check (access in ('wheelchair', 'companion')),
  constraint seats_check check ((x is null) = (y is null))
);
create index seats_category on seats (event_id, category_id, status);
create unique index seats_number on seats (event_id, seat_number);
create index seats_open on seats (event_id) where (status in ('available', 'held'));
create index seats_standing on seats (category_id, id) where (is_standing and (status = 'available'));
create index seats_taken on seats (event_id) where (status in ('held', 'sold'));
create trigger seats_changed after update on seats referencing old table as lost new table as gained for each statement execute function count_seats();
create trigger seats_gained after insert on seats referencing new table as gained for each statement execute function count_seats();
create trigger seats_lost after delete on seats referencing old table as lost for each statement execute function count_seats();

-- Free and held seats of a show, as differences that sum up: no claim waits for another.
create table seat_counts (
  event_id text not null,
  available int not null,
  held int not null
);
create index seat_counts_event on seat_counts (event_id) include (available, held);

-- Questions for attendees and buyers of a show.
create table forms (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  name text not null,
  description text,
  ask_all boolean not null,
  is_active boolean not null,
  "position" int not null,
  fields jsonb not null,
  later boolean default false not null
);
create index forms_later on forms (event_id) where later;

-- Codes that lower a price.
create table vouchers (
  code text not null,
  kind text not null check (kind in ('percent', 'fixed')),
  value bigint not null check (value > 0),
  max_uses int,
  expires_at timestamptz,
  description text not null,
  id text default (gen_random_uuid())::text primary key,
  series_id text references events (id) on delete cascade,
  -- Whole rupiah.
  max_discount bigint check (max_discount > 0),
  min_purchase bigint check (min_purchase > 0),
  -- Uses by one person; null without a limit.
  per_person int check (per_person > 0),
  -- Names of categories and ids of shows; null for all.
  categories jsonb,
  shows jsonb,
  starts_at timestamptz,
  -- False for one that its folder no longer has and that orders name.
  is_active boolean default true not null,
  -- Null for a row of a former release until the sweep has brought it into this form; its code is readable so long.
  code_key text
);
create index vouchers_code on vouchers (code);
create unique index vouchers_code_key on vouchers (code_key, coalesce(series_id, ''));
create index vouchers_series on vouchers (series_id) where (series_id is not null);

-- The folder of each series as it was applied last.
create table event_folders (
  series_id text primary key references events (id) on delete cascade,
  -- The text of event.json as it was applied last.
  document text not null,
  -- The day from which relative dates count: that of the first apply.
  base_day timestamptz not null,
  applied_at timestamptz not null
);

-- The pictures and papers of those folders.
create table event_folder_files (
  series_id text not null references event_folders (series_id) on delete cascade,
  path text not null,
  bytes bytea,
  picture text,
  digest text,
  constraint event_folder_files_check check ((bytes is null) = (digest is not null)),
  primary key (series_id, path)
);
create index event_folder_files_picture on event_folder_files (picture) where (picture is not null);

-- Codes that open a presale, as HMACs.
create table presale_codes (
  event_id text not null references events (id) on delete cascade,
  code_hash text not null,
  -- People who may use the code; null without a limit.
  max_people int check (max_people > 0),
  -- Places that one of them may take with it; null without a limit.
  per_person int check (per_person > 0),
  primary key (event_id, code_hash)
);

-- Addresses that a presale is open for, as HMACs.
create table presale_people (
  event_id text not null references events (id) on delete cascade,
  email_hash text not null,
  primary key (event_id, email_hash)
);

-- How often an account used a presale code.
create table presale_uses (
  event_id text not null,
  code_hash text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  times int default 1 not null,
  used_at timestamptz not null,
  primary key (event_id, code_hash, account_id),
  constraint presale_uses_event_id_code_hash_fkey foreign key (event_id, code_hash) references presale_codes(event_id, code_hash) on update cascade on delete cascade
);

-- == The line and the purchase ==

-- The line of a show: how many may be inside, and which number is served.
create table queue_rooms (
  event_id text primary key references events (id) on delete cascade,
  capacity int,
  paused boolean default false not null,
  next_ticket bigint default 1 not null,
  serving bigint default 0 not null,
  -- Sessions let in per minute; null without a limit.
  per_minute int check (per_minute > 0),
  message text
);

-- Numbers of the line whose people have left.
create table queue_gone (
  event_id text not null references events (id) on delete cascade,
  ticket bigint not null,
  primary key (event_id, ticket)
);

-- How many numbers have left each stretch of a line, so that a place in it costs few rows.
create table queue_gone_counts (
  event_id text not null references events (id) on delete cascade,
  -- Numbers that a stretch covers: stretch n of width w has the numbers n * w + 1 to (n + 1) * w.
  width int not null,
  stretch bigint not null,
  gone int not null,
  primary key (event_id, width, stretch)
);

-- Draws of waiting rooms, which anybody can check.
create table draws (
  id uuid primary key,
  event_id text not null references events (id) on delete cascade,
  kind text not null check (kind in ('presale', 'sale')),
  state text not null check (state in ('opened', 'closed', 'drawn', 'empty')),
  opened_at timestamptz not null,
  -- Nobody may read it before the order is published.
  secret text not null,
  commitment text not null,
  beacon_round bigint,
  beacon_signature text,
  -- People in the waiting room; those who left are taken off every few seconds.
  waiting int default 0 not null,
  counted_at timestamptz not null,
  closed_at timestamptz,
  root text,
  entrants int,
  -- The number of the first in the order.
  first bigint,
  -- The closed list in ascending order: a public name a line, from the draw on with its number.
  list text,
  drawn_at timestamptz,
  constraint draws_check check (num_nulls(closed_at, root, entrants, first, list) = any (array[0, 5])),
  constraint draws_check1 check ((drawn_at is null) or (closed_at is not null)),
  unique (event_id, kind)
);
create index draws_live on draws (event_id) where (state in ('opened', 'closed'));

-- The way of one person through one purchase, from the line to its end.
create table purchase_sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  event_id text not null references events (id) on delete cascade,
  state text not null check (state in ('queued', 'online', 'payment_selection', 'payment_processing', 'completed', 'expired', 'cancelled')),
  ticket bigint,
  joined_at timestamptz not null,
  last_contact_at timestamptz not null,
  online_at timestamptz,
  deadline timestamptz,
  ended_at timestamptz,
  end_reason text,
  end_note text,
  seq int default 1 not null,
  -- The device that is moved to the seats by itself, and when it last asked.
  device_id text,
  device_until timestamptz,
  -- Both are null while the turn is still to come. passed_at: absent at the turn; returned_at: back since, and next to be let in.
  passed_at timestamptz,
  returned_at timestamptz,
  draw_id uuid references draws (id),
  entrant text,
  turn_emailed_at timestamptz,
  device_key text,
  lot_domain text,
  behind_draw boolean default false not null,
  constraint purchase_sessions_check check ((draw_id is null) = (entrant is null))
);
create index purchase_sessions_account on purchase_sessions (account_id, joined_at desc);
create index purchase_sessions_active on purchase_sessions (event_id) where (state in ('online', 'payment_selection', 'payment_processing'));
create index purchase_sessions_deadline on purchase_sessions (deadline) where (state in ('online', 'payment_selection', 'payment_processing'));
create index purchase_sessions_device_key on purchase_sessions (event_id, device_key) where ((device_key is not null) and (ended_at is null));
create unique index purchase_sessions_entrant on purchase_sessions (draw_id, entrant) where (draw_id is not null);
create index purchase_sessions_lot_domain on purchase_sessions (draw_id, lot_domain) where ((lot_domain is not null) and (ended_at is null));
create unique index purchase_sessions_one_live on purchase_sessions (account_id) where (state in ('queued', 'online', 'payment_selection', 'payment_processing'));
create index purchase_sessions_online on purchase_sessions (event_id, online_at) where (online_at is not null);
create index purchase_sessions_passed on purchase_sessions (passed_at) where ((state = 'queued') and (passed_at is not null));
create index purchase_sessions_returned on purchase_sessions (event_id, ticket) where ((state = 'queued') and (returned_at is not null));
create index purchase_sessions_served on purchase_sessions (event_id, online_at) where (ticket is not null);
create unique index purchase_sessions_ticket on purchase_sessions (event_id, ticket) where (state = 'queued');
create index purchase_sessions_turns on purchase_sessions (online_at) where ((state = 'online') and (ticket is not null) and (turn_emailed_at is null));

-- Browsers that are notified when it is their turn.
create table turn_pushes (
  session_id uuid primary key references purchase_sessions (id) on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  taken_until timestamptz
);

-- What a session is about to buy or has bought.
create table orders (
  id uuid primary key,
  order_code text not null unique,
  account_id uuid not null references accounts (id),
  event_id text not null references events (id),
  session_id uuid not null references purchase_sessions (id),
  status text not null check (status in ('draft', 'pending', 'completed', 'cancelled', 'expired', 'failed', 'refunded')),
  locked_at timestamptz,
  subtotal bigint not null check (subtotal >= 0),
  discount bigint not null check (discount >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total >= 0),
  voucher_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  voucher_id text references vouchers (id) on update cascade,
  price_rules jsonb default '[{"per": "order", "base": "beforeDiscount", "kind": "tax", "name": "Pajak", "fixed": null, "percent": 10, "included": false}]'::jsonb not null,
  price_lines jsonb default '[]'::jsonb not null,
  bears_method_fee boolean default false not null,
  -- The policy of the moment at which the order was begun.
  refund_policy jsonb,
  -- Until when the order may be paid, by whatever method; null before its first payment.
  pay_by timestamptz,
  -- Null until the buyer has chosen; a later postponement asks again.
  kept_at timestamptz,
  -- When the reminder fell due, whether or not it was written.
  later_judged_at timestamptz
);
create index orders_account on orders (account_id, created_at desc);
create index orders_later_unjudged on orders (event_id) where ((status = 'completed') and (later_judged_at is null));
create unique index orders_one_live on orders (session_id) where (status in ('draft', 'pending'));
create index orders_unpaid on orders (event_id, updated_at) where (status in ('cancelled', 'expired', 'failed'));
create index orders_voucher on orders (voucher_id) where (voucher_id is not null);

-- The seats of an order, each with the id that its ticket gets.
create table order_seats (
  order_id uuid not null references orders (id) on delete cascade,
  seat_id bigint not null references seats (id),
  ticket_id uuid not null unique,
  price bigint not null check (price >= 0),
  category_id text,
  primary key (order_id, seat_id)
);

-- A seat stands here while somebody holds or owns it: the primary key makes a double hold impossible whatever the code does.
create table seat_claims (
  seat_id bigint primary key references seats (id),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('held', 'sold')),
  claimed_at timestamptz not null
);
create index seat_claims_order on seat_claims (order_id);

-- Uses of vouchers by orders that live or were paid.
create table voucher_claims (
  order_id uuid primary key references orders (id) on delete cascade,
  voucher_id text not null references vouchers (id) on update cascade,
  claimed_at timestamptz not null
);
create index voucher_claims_code on voucher_claims (voucher_id);

-- What else than its person an order is counted by: a device, a network. The key is a hash, never an address.
create table order_subjects (
  order_id uuid not null references orders (id) on delete cascade,
  kind text not null,
  key text not null,
  event_id text,
  primary key (order_id, kind)
);
create index order_subjects_event on order_subjects (event_id, kind, key);
create index order_subjects_key on order_subjects (kind, key);
create trigger order_subjects_event before insert on order_subjects for each row execute function name_event_of_subject();

-- Attendee answers stand apart from orders, so that they can be erased on their own.
create table attendee_answers (
  order_id uuid not null references orders (id) on delete cascade,
  form_id text not null,
  ticket_id uuid,
  "position" int not null,
  answers jsonb not null,
  primary key (order_id, form_id, "position")
);

-- Completed orders whose buyers are to be notified; a row goes with its e-mail.
create table event_news (
  order_id uuid primary key references orders (id) on delete cascade,
  news text not null check (news in ('event_postponed', 'event_moved', 'event_cancelled'))
);

-- People who want tickets that come back after a show was sold out.
create table waiting_list (
  id uuid primary key,
  event_id text not null references events (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  -- The order of joining.
  place bigint generated always as identity,
  state text not null,
  wanted int not null check ((wanted >= 1) and (wanted <= 4)),
  joined_at timestamptz not null,
  -- The tickets of the offer, those that the account held or had bought before it, and its end.
  offered int,
  had int,
  offer_ends_at timestamptz,
  ended_at timestamptz,
  constraint waiting_list_check check ((offered >= 1) and (offered <= wanted)),
  constraint waiting_list_check1 check ((state <> 'offered') or ((offered is not null) and (had is not null) and (offer_ends_at is not null))),
  constraint waiting_list_state_check check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left', 'ended'))
);
create index waiting_list_account on waiting_list (account_id, place);
create index waiting_list_ended on waiting_list (ended_at) where (ended_at is not null);
create index waiting_list_line on waiting_list (event_id, place) where (state = 'waiting');
create unique index waiting_list_live on waiting_list (event_id, account_id) where (state in ('waiting', 'offered'));
create index waiting_list_offers on waiting_list (event_id, offer_ends_at) where (state = 'offered');
create trigger waiting_list_change_catalogue after insert or delete or update on waiting_list for each statement execute function change_catalogue();

-- == Tickets and gates ==

-- Tickets that were sold or given; a void one keeps its row.
create table tickets (
  id uuid primary key,
  order_id uuid not null references orders (id),
  account_id uuid not null references accounts (id),
  event_id text not null references events (id),
  seat_id bigint not null references seats (id),
  ticket_code text not null unique,
  qr_code text not null,
  holder_name text not null,
  category_name text not null,
  issued_at timestamptz not null,
  voided_at timestamptz,
  -- The ticket that stands in its place; this one is void.
  replaced_by uuid unique references tickets (id),
  -- Whole rupiah; null in a ticket that a former version sold, until the ticker has divided its order.
  price bigint,
  discount bigint,
  tax bigint,
  fees bigint,
  method_fee bigint,
  -- price less discount, with the taxes and fees that are not within the price and the fee of the method.
  paid bigint,
  seat_freed_at timestamptz
);
create index tickets_account on tickets (account_id, event_id);
create index tickets_order on tickets (order_id);
create unique index tickets_seat on tickets (seat_id) where (voided_at is null);
create index tickets_undivided on tickets (order_id) where ((paid is null) and (replaced_by is null));
create index tickets_valid on tickets (event_id) where (voided_at is null);

-- Tickets on their way to another person by a link.
create table ticket_transfers (
  id uuid primary key,
  -- Who gives it.
  account_id uuid not null references accounts (id),
  ticket_id uuid not null references tickets (id),
  token_hash text not null unique,
  state text not null check (state in ('offered', 'accepted', 'withdrawn', 'lapsed')),
  -- When the link ends.
  deadline timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  taken_by uuid references accounts (id)
);
create index ticket_transfers_due on ticket_transfers (deadline) where (state = 'offered');
create unique index ticket_transfers_open on ticket_transfers (ticket_id) where (state = 'offered');
create index ticket_transfers_ticket on ticket_transfers (ticket_id);

-- Links that open the gates of a show.
create table gate_passes (
  id uuid primary key,
  event_id text not null references events (id) on delete cascade,
  secret_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  shows_guests boolean default false not null
);
create index gate_passes_event on gate_passes (event_id);

-- Entries of an event are numbered under its row's lock, so that a device that asks for what is new can never miss a late commit.
create table gate_counters (
  event_id text primary key references events (id) on delete cascade,
  entries bigint default 0 not null
);

-- Every entry is a fact of its own and is never changed; the one that counts for a ticket is the earliest.
create table gate_entries (
  scan_id uuid primary key,
  event_id text not null references events (id) on delete cascade,
  number bigint not null,
  ticket_id uuid not null references tickets (id),
  pass_id uuid not null references gate_passes (id),
  device_id uuid not null,
  door text not null,
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  unique (event_id, number)
);
create index gate_entries_ticket on gate_entries (ticket_id, scanned_at, scan_id);

-- Numbered among the entries of its event, so that every door hears of it.
create table gate_undone (
  scan_id uuid primary key,
  event_id text not null references events (id) on delete cascade,
  number bigint not null,
  ticket_id uuid not null references tickets (id),
  unique (event_id, number)
);
create index gate_undone_ticket on gate_undone (ticket_id);

-- == Money ==

-- Tries to pay an order, each one charge at a gateway.
create table payments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  account_id uuid not null references accounts (id),
  event_id text not null references events (id),
  session_id uuid not null references purchase_sessions (id),
  method_code text not null,
  method_name text not null,
  amount bigint not null check (amount >= 0),
  service_fee bigint not null check (service_fee >= 0),
  gateway text not null,
  status text not null check (status in ('pending', 'completed', 'expired', 'failed', 'refund_due', 'refunded')),
  payment_data jsonb not null,
  expires_at timestamptz,
  -- Null until the gateway made the charge: the row is then an intent that a repeated call or the reconciler finishes.
  charged_at timestamptz,
  -- When the gateway was last asked, so that several processes do not ask twice.
  checked_at timestamptz,
  -- True once the gateway itself said that nothing more will come of the charge.
  gateway_final boolean default false not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  end_reason text check (end_reason in ('changed', 'denied', 'cancelled', 'expired')),
  -- The gateway's id of the charge, where it is asked by that.
  gateway_reference text,
  charge_state text default 'intent' not null check (charge_state in ('intent', 'charging', 'awaiting', 'settled', 'lapsed', 'denied', 'voided', 'settledLate', 'honoured', 'refundDue', 'refunding', 'refunded', 'stuck', 'paidByHand', 'reversed', 'refundedOutside')),
  -- Null in a payment of before, whose charge has the id of the payment.
  gateway_order_id text unique
);
create index payments_account on payments (account_id, event_id, created_at desc);
create index payments_completed on payments (checked_at) where (status = 'completed');
create index payments_created on payments (created_at);
create index payments_gateway_reference on payments (gateway_reference);
create unique index payments_one_live on payments (order_id) where (status in ('pending', 'completed'));
create index payments_order on payments (order_id, created_at);
create index payments_updated on payments (updated_at);
create index payments_watched on payments (created_at) where ((status in ('pending', 'refund_due')) or ((status in ('expired', 'failed')) and (not gateway_final)));
create trigger payments_follow_status before insert or update on payments for each row execute function follow_payment_status();

-- The books of the simulated gateway.
create table simulated_charges (
  id uuid primary key,
  payment_id uuid not null unique,
  order_code text not null,
  amount bigint not null,
  method_code text not null,
  status text not null check (status in ('pending', 'settlement', 'expire', 'deny', 'cancel', 'refund', 'reversal', 'chargeback', 'partial_refund')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- [{key, amount, state}] of the simulated gateway.
  refunds jsonb default '[]'::jsonb not null
);

-- Methods of payment that take no new payments.
create table methods_off (
  code text primary key,
  since timestamptz not null
);

-- Committed before it is applied: a crash in between loses no notification.
create table payment_notices (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- A notification that was sent to us, or the response to a question of ours.
  source text not null check (source in ('notice', 'status')),
  -- Hash of what it says: the same words again are the same row, other words under the same event id are not.
  fingerprint text not null,
  event_id text,
  payment_ref text,
  order_code text,
  amount bigint,
  currency text,
  outcome text,
  reference text,
  raw_body text,
  headers jsonb,
  received_at timestamptz not null,
  last_at timestamptz not null,
  times int default 1 not null,
  state text default 'received' not null check (state in ('received', 'applied', 'unmatched', 'mismatched', 'refused', 'dismissed')),
  reason text,
  -- When an operator said that it holds although it does not fit.
  accepted_at timestamptz,
  tried_at timestamptz,
  settled_at timestamptz,
  payment_id uuid references payments (id),
  -- Failures by an error of ours, and the first of them: neither the gateway nor the database was away.
  tries int default 0 not null,
  failed_at timestamptz,
  unique (gateway, fingerprint)
);
create index payment_notices_kept on payment_notices (received_at) where (raw_body is not null);
create index payment_notices_mismatched on payment_notices (id) where (state = 'mismatched');
create index payment_notices_open on payment_notices (id) where (state = 'received');
create index payment_notices_payment on payment_notices (payment_id);

-- Money that came and could not be honoured; done_at is null while the gateway still owes its word.
create table refunds (
  payment_id uuid not null references payments (id),
  amount bigint not null check (amount >= 0),
  reason text not null check (reason in ('seats_gone', 'voucher_used', 'event_closed', 'paid_twice', 'order_cancelled', 'bought_again', 'event_cancelled', 'requested', 'refund', 'reversal', 'chargeback')),
  due_at timestamptz,
  done_at timestamptz,
  reference text,
  -- What became of the seats of tickets that were void with the money; null where none were sold.
  seats text check (seats in ('free', 'blocked')),
  id uuid not null,
  account_id uuid references accounts (id),
  state text not null check (state in ('asked', 'refused', 'approved', 'owed', 'accountAsked', 'accountGiven', 'payingOut', 'done')),
  -- Null where the method of the payment decides.
  way text check (way in ('api', 'payout', 'hand')),
  asked_at timestamptz,
  -- Why an operator refused it.
  note text,
  -- {bank, number, holder} of the buyer, only while the money is owed.
  bank_account jsonb,
  -- How often the buyer was asked for an account: a link is valid for its own question.
  account_asks int default 0 not null,
  -- Payouts begun, each under an id of its own at the gateway.
  payout_tries int default 0 not null,
  payout_tried_at timestamptz,
  account_checks int default 0 not null,
  -- In the order in which they were made.
  number bigint generated always as identity,
  -- What it gives back: the whole order, the tickets of refund_tickets, money without a ticket, or what staff sent in the gateway's dashboard.
  kind text default 'whole' not null check (kind in ('whole', 'tickets', 'goodwill', 'dashboard')),
  -- The gateway's name for a refund that was not asked for here.
  gateway_key text,
  -- Since when the result of a call to the gateway is not known: no other way may send the money meanwhile.
  unclear_since timestamptz,
  -- When the gateway first said afterwards that it has no such refund.
  absent_at timestamptz,
  -- Since when the gateway does not answer.
  unheard_since timestamptz,
  -- Two people decided that the money may go another way without a response.
  overruled_at timestamptz,
  went_by text check (went_by in ('gateway', 'payout', 'hand')),
  account_asked_at timestamptz,
  -- Days of reminders that have passed.
  account_reminders int default 0 not null,
  constraint refunds_id unique (id)
);
create index refunds_open on refunds (state) where (state <> all (array['done', 'refused']));
create index refunds_paid_out on refunds (done_at) where (went_by = 'payout');
create index refunds_payment on refunds (payment_id, number);
create index refunds_payout_begun on refunds (done_at) where (payout_tries > 0);

-- Times at which everybody may have the money back: a cancellation, another date.
create table refund_offers (
  id bigint generated always as identity primary key,
  event_id text not null references events (id) on delete cascade,
  -- Of orders whose charge was made until then everything goes back.
  at timestamptz not null,
  -- When the date was named that the days count from; null while there is none.
  dated_at timestamptz
);
create index refund_offers_event on refund_offers (event_id);

-- The tickets that a refund gives back.
create table refund_tickets (
  refund_id uuid not null references refunds (id) on delete cascade,
  ticket_id uuid not null references tickets (id),
  -- Whole rupiah of the refund.
  amount bigint not null check (amount >= 0),
  primary key (refund_id, ticket_id)
);
create index refund_tickets_ticket on refund_tickets (ticket_id);

-- People who decided that money goes another way without a response of the gateway.
create table refund_overrules (
  refund_id uuid not null references refunds (id) on delete cascade,
  staff_id uuid not null,
  reason text not null,
  at timestamptz not null,
  primary key (refund_id, staff_id)
);

-- Double-entry bookkeeping of all money; rows are only added.
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- The entries of one act share the number of its posting.
  posting bigint not null,
  act text not null check (act in ('paid', 'unearned', 'owed', 'refunded', 'corrected', 'overruled')),
  at timestamptz not null,
  payment_id uuid not null references payments (id),
  party text not null check (party in ('gateway', 'buyer', 'organiser', 'taxOffice', 'platform', 'methodFee')),
  -- Whole rupiah; a debit is positive, a credit negative.
  amount bigint not null check (amount <> 0),
  -- The refund to which an entry or a credit note belongs; rows of before belong to the one refund of their payment.
  refund_id uuid
);
create index ledger_entries_payment on ledger_entries (payment_id);
create trigger ledger_append_only before delete or update on ledger_entries for each statement execute function refuse_ledger_change();
create trigger ledger_balanced after insert on ledger_entries referencing new table as added for each statement execute function refuse_unbalanced_posting();

-- Invoices and credit notes, numbered without gaps by issuer.
create table invoices (
  -- Of the ledger: 'paid' makes an invoice, 'owed' a credit note.
  posting bigint primary key,
  payment_id uuid not null references payments (id),
  issuer_id text not null references organizers (id),
  kind text not null check (kind in ('invoice', 'creditNote')),
  -- Null until the next numbering, a second later.
  number int check (number > 0),
  -- Whole rupiah.
  amount bigint not null check (amount > 0),
  issued_at timestamptz not null,
  -- Null in rows of a process of the former release.
  issuer_name text,
  refund_id uuid,
  unique (issuer_id, kind, number)
);
create index invoices_payment on invoices (payment_id);
create index invoices_unnumbered on invoices (posting) where (number is null);

-- == Jobs ==

-- pg-boss: the version of its schema.
create table version (
  version int primary key,
  maintained_on timestamptz,
  cron_on timestamptz,
  monitored_on timestamptz
);

-- pg-boss: the queues, one for each gateway and kind of work.
create table queue (
  name text primary key,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff boolean,
  expire_seconds int,
  retention_minutes int,
  dead_letter text references queue (name),
  partition_name text,
  created_on timestamptz default now() not null,
  updated_on timestamptz default now() not null
);

-- pg-boss: unused.
create table schedule (
  name text primary key references queue (name) on delete cascade,
  cron text not null,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamptz default now() not null,
  updated_on timestamptz default now() not null
);

-- pg-boss: unused.
create table subscription (
  event text not null,
  name text not null references queue (name) on delete cascade,
  created_on timestamptz default now() not null,
  updated_on timestamptz default now() not null,
  primary key (event, name)
);

-- pg-boss: the parent of all jobs.
create table job (
  id uuid default gen_random_uuid() not null,
  name text not null,
  priority int default 0 not null,
  data jsonb,
  state job_state default 'created'::job_state not null,
  retry_limit int default 2 not null,
  retry_count int default 0 not null,
  retry_delay int default 0 not null,
  retry_backoff boolean default false not null,
  start_after timestamptz default now() not null,
  started_on timestamptz,
  singleton_key text,
  singleton_on timestamp,
  expire_in interval default '00:15:00'::interval not null,
  created_on timestamptz default now() not null,
  completed_on timestamptz,
  keep_until timestamptz default (now() + '14 days'::interval) not null,
  output jsonb,
  dead_letter text,
  policy text,
  primary key (name, id)
) partition by list (name);

-- pg-boss: jobs that are done.
create table archive (
  id uuid not null,
  name text not null,
  priority int not null,
  data jsonb,
  state job_state not null,
  retry_limit int not null,
  retry_count int not null,
  retry_delay int not null,
  retry_backoff boolean not null,
  start_after timestamptz not null,
  started_on timestamptz,
  singleton_key text,
  singleton_on timestamp,
  expire_in interval not null,
  created_on timestamptz not null,
  completed_on timestamptz,
  keep_until timestamptz not null,
  output jsonb,
  dead_letter text,
  policy text,
  archived_on timestamptz default now() not null,
  primary key (name, id)
);
create index archive_i1 on archive (archived_on);

-- pg-boss: the jobs of every queue; a table for each would change the schema while the server runs.
create table job_common (
  id uuid default gen_random_uuid() not null,
  name text not null,
  priority int default 0 not null,
  data jsonb,
  state job_state default 'created'::job_state not null,
  retry_limit int default 2 not null,
  retry_count int default 0 not null,
  retry_delay int default 0 not null,
  retry_backoff boolean default false not null,
  start_after timestamptz default now() not null,
  started_on timestamptz,
  singleton_key text,
  singleton_on timestamp,
  expire_in interval default '00:15:00'::interval not null,
  created_on timestamptz default now() not null,
  completed_on timestamptz,
  keep_until timestamptz default (now() + '14 days'::interval) not null,
  output jsonb,
  dead_letter text,
  policy text,
  primary key (name, id)
);
create index job_common_active on job_common (started_on) where (state = 'active'::job_state);
create index job_common_failed on job_common (name) where (state = 'failed'::job_state);
create unique index job_common_i1 on job_common (name, coalesce(singleton_key, '')) where ((state = 'created'::job_state) and (policy = 'short'));
create index job_common_i5 on job_common (name, start_after) include (priority, created_on, id) where (state < 'active'::job_state);
alter table only job attach partition job_common default;
alter index job_pkey attach partition job_common_pkey;

-- pg-boss 10 refuses another version than this one.
insert into version (version) values (24);
