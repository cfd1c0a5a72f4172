/**
 * The schema of pg-boss 10, number 24, as `PgBoss.getConstructionPlans('public')` writes it (decision 105). Its queues are rows of one table: a table for
 * each queue, which `create_queue` makes, would change the schema while the server runs.
 */
export const jobs = `
CREATE TYPE public.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
  );
CREATE TABLE public.version (
    version int primary key,
    maintained_on timestamp with time zone,
    cron_on timestamp with time zone,
    monitored_on timestamp with time zone
  );
CREATE TABLE public.queue (
    name text,
    policy text,
    retry_limit int,
    retry_delay int,
    retry_backoff bool,
    expire_seconds int,
    retention_minutes int,
    dead_letter text REFERENCES public.queue (name),
    partition_name text,
    created_on timestamp with time zone not null default now(),
    updated_on timestamp with time zone not null default now(),
    PRIMARY KEY (name)
  );
CREATE TABLE public.schedule (
    name text REFERENCES public.queue ON DELETE CASCADE,
    cron text not null,
    timezone text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone not null default now(),
    updated_on timestamp with time zone not null default now(),
    PRIMARY KEY (name)
  );
CREATE TABLE public.subscription (
    event text not null,
    name text not null REFERENCES public.queue ON DELETE CASCADE,
    created_on timestamp with time zone not null default now(),
    updated_on timestamp with time zone not null default now(),
    PRIMARY KEY(event, name)
  );
CREATE TABLE public.job (
    id uuid not null default gen_random_uuid(),
    name text not null,
    priority integer not null default(0),
    data jsonb,
    state public.job_state not null default('created'),
    retry_limit integer not null default(2),
    retry_count integer not null default(0),
    retry_delay integer not null default(0),
    retry_backoff boolean not null default false,
    start_after timestamp with time zone not null default now(),
    started_on timestamp with time zone,
    singleton_key text,
    singleton_on timestamp without time zone,
    expire_in interval not null default interval '15 minutes',
    created_on timestamp with time zone not null default now(),
    completed_on timestamp with time zone,
    keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
    output jsonb,
    dead_letter text,
    policy text
  ) PARTITION BY LIST (name);
ALTER TABLE public.job ADD PRIMARY KEY (name, id);
CREATE TABLE public.archive (LIKE public.job);
ALTER TABLE public.archive ADD PRIMARY KEY (name, id);
ALTER TABLE public.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON public.archive(archived_on);
CREATE FUNCTION public.create_queue(queue_name text, options json)
  RETURNS VOID AS
  $$
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
  $$
  LANGUAGE plpgsql;
CREATE FUNCTION public.delete_queue(queue_name text)
  RETURNS VOID AS
  $$
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
  $$
  LANGUAGE plpgsql;
INSERT INTO public.version(version) VALUES ('24');
create table job_common partition of job default;
create unique index job_common_i1 on job_common (name, (coalesce(singleton_key, ''))) where state = 'created' and policy = 'short';
create index job_common_i5 on job_common (name, start_after) include (priority, created_on, id) where state < 'active';
create index job_common_active on job_common (started_on) where state = 'active';
create index job_common_failed on job_common (name) where state = 'failed';
`;

/** Signatures are not kept: one that covers a part of a notification would vouch for another one with the same part. */
export const signaturesForgotten = `
update payment_notices set headers = null,
  raw_body = regexp_replace(raw_body, '"signature_key"\\s*:\\s*"[0-9a-f]*"\\s*,?', '')
  where headers is not null or raw_body like '%signature_key%';
`;

/** What may lack its job is found without reading what is done (decision 106). */
export const missingJobs = `
create index payments_updated on payments (updated_at);
create index refunds_payout_begun on refunds (done_at) where payout_tries > 0;
`;
