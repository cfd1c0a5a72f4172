import type { Province } from '../../../contract/catalogue.ts';
import type { Queryable } from '../../db/db.ts';
import type { Listed } from './catalogue.ts';

interface ProvinceRow extends Record<string, unknown> {
  id: number;
  name: string;
  code: string;
  country_id: number;
  country_name: string;
  country_code: string;
  phone_code: string;
  currency: string;
}

/** Provinces of a country by name, with their country if `withCountry` is set; none for an unknown country (§7.45). */
export async function listProvinces(
  q: Queryable,
  countryId: number,
  page: { page: number; perPage: number },
  withCountry: boolean,
): Promise<Listed<Province>> {
  const counted = await q.query<{ total: number }>(
    'select count(*)::int as total from provinces where country_id = $1',
    [countryId],
  );
  const rows = await q.query<ProvinceRow>(
    `select p.id, p.name, p.code, c.id as country_id, c.name as country_name, c.code as country_code, c.phone_code, c.currency
     from provinces p join countries c on c.id = p.country_id
     where p.country_id = $1 order by p.name, p.id limit $2 offset $3`,
    [countryId, page.perPage, (page.page - 1) * page.perPage],
  );
  return { rows: rows.map((row) => provinceOf(row, withCountry)), total: counted[0]?.total ?? 0 };
}

function provinceOf(row: ProvinceRow, withCountry: boolean): Province {
  const province = { id: row.id, name: row.name, code: row.code };
  if (!withCountry) return province;
  const country = {
    id: row.country_id,
    name: row.country_name,
    code: row.country_code,
    phone_code: row.phone_code,
    currency: row.currency,
  };
  return { ...province, country: { data: country } };
}
