/** Statements can only add rows to the audit log (§16.61); a reset of the seed truncates it. */
export const auditAppendOnly = `
create function refuse_audit_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit log is append-only.';
  end
  $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each statement execute function refuse_audit_change();
`;
