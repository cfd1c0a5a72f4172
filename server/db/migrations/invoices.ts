/** Numbers of invoices and credit notes, without gaps for each organiser (decision 076). */
export const invoiceNumbers = `
create table invoices (
  -- Of the ledger: 'paid' makes an invoice, 'owed' a credit note.
  posting bigint primary key,
  payment_id uuid not null references payments,
  issuer_id text not null references organizers,
  kind text not null check (kind in ('invoice', 'creditNote')),
  -- Null until the next numbering, a second later.
  number int check (number > 0),
  -- Whole rupiah.
  amount bigint not null check (amount > 0),
  issued_at timestamptz not null,
  unique (issuer_id, kind, number)
);
create index invoices_unnumbered on invoices (posting) where number is null;
create index invoices_payment on invoices (payment_id);
insert into invoices (posting, payment_id, issuer_id, kind, amount, issued_at)
  select l.posting, l.payment_id, e.organizer_id, case l.act when 'paid' then 'invoice' else 'creditNote' end,
    sum(l.amount) filter (where l.amount > 0), l.at
  from ledger_entries l join payments p on p.id = l.payment_id join events e on e.id = p.event_id
  where l.act in ('paid', 'owed') group by l.posting, l.payment_id, e.organizer_id, l.act, l.at;
`;
