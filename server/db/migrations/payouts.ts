/** Payouts of refunds through a gateway, and the links by which their buyers name an account (decision 080). */
export const payouts = `
alter table refunds
  -- How often the buyer was asked for an account: a link is valid for its own question.
  add column account_asks int not null default 0,
  -- Payouts begun, each under an id of its own at the gateway.
  add column payout_tries int not null default 0,
  add column payout_tried_at timestamptz,
  drop constraint refunds_state_check,
  add constraint refunds_state_check
    check (state in ('asked', 'refused', 'approved', 'owed', 'accountAsked', 'accountGiven', 'payingOut', 'done')),
  drop constraint refunds_way_check,
  add constraint refunds_way_check check (way in ('api', 'payout', 'hand'));
update refunds set account_asks = 1 where state in ('accountAsked', 'accountGiven');
`;
