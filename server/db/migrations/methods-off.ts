/** Payment methods that an operator switched off while their gateway fails (decision 081). */
export const methodsOff = `
create table methods_off (
  code text primary key,
  since timestamptz not null
);
`;
