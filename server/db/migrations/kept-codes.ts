/** Voucher codes are looked up by a hash with a key, and presale codes by another form of theirs (decision 129). */
export const keptCodes = `
-- Null for a row of a former release until the sweep has brought it into this form; its code is readable so long.
alter table vouchers add column code_key text;
create unique index vouchers_code_key on vouchers (code_key, coalesce(series_id, ''));
-- Of a code with a key its first letters alone are stored, which many share.
drop index vouchers_code;
create index vouchers_code on vouchers (code);

-- The sweep changes ids and hashes that tell of a code.
alter table voucher_claims drop constraint voucher_claims_voucher_id_fkey,
  add constraint voucher_claims_voucher_id_fkey foreign key (voucher_id) references vouchers on update cascade;
alter table orders drop constraint orders_voucher_id_fkey,
  add constraint orders_voucher_id_fkey foreign key (voucher_id) references vouchers on update cascade;
alter table presale_uses drop constraint presale_uses_event_id_code_hash_fkey,
  add constraint presale_uses_event_id_code_hash_fkey foreign key (event_id, code_hash) references presale_codes
    on delete cascade on update cascade;
`;
