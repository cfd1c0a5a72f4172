import type { GatewayMethod, PaymentGateway } from './gateway.ts';
import { namesOfMethods } from './methods.ts';

/** A payment method as buyers see it, with the gateway that takes its money; amounts in whole rupiah. */
export interface OfferedMethod extends GatewayMethod {
  readonly gateway: string;
  readonly name: string;
  readonly groupName: string;
  readonly iconUrl: string | null;
  readonly isRecommended: boolean;
  readonly feeDescription: string;
  /** What the buyer pays for the method. */
  readonly fee: (total: number) => number;
}

/** A method as the operator puts it on sale. */
export interface MethodRow {
  readonly code: string;
  /** Where it is left out: the first of PAYMENT_GATEWAYS that has the method. */
  readonly gateway?: string | undefined;
  readonly name?: string | undefined;
  readonly group?: string | undefined;
  readonly icon_url?: string | undefined;
  readonly recommended?: boolean | undefined;
  /** Both may be charged; without the field the method is free. */
  readonly fee?:
    | { readonly percent?: number | undefined; readonly rupiah?: number | undefined }
    | undefined;
  /** Limits narrower than those of the gateway, whole rupiah. */
  readonly min_amount?: number | undefined;
  readonly max_amount?: number | undefined;
}

// Merchants may not charge their buyers for QRIS, so it is free.
const usualFees: Readonly<Record<string, NonNullable<MethodRow['fee']>>> = {
  'E-Wallet': { percent: 1.5 },
  'Virtual Account': { rupiah: 4_000 },
};

/** The methods on sale where the operator names none: all that the gateways have, QRIS first, with the usual fees. */
export function usualRows(gateways: readonly PaymentGateway[]): readonly MethodRow[] {
  return [...namesOfMethods]
    .filter(([code]) => gateways.some(({ methods }) => methods.some((one) => one.code === code)))
    .map(([code, { group }]) => ({ code, recommended: code === 'qris', fee: usualFees[group] }));
}

/**
 * Joins the operator's rows with what the gateways say of their methods. `selling` are the gateways of PAYMENT_GATEWAYS in their order. A row
 * that no gateway carries is left out: reading the operator's file has refused it.
 */
export function offerMethods(
  selling: readonly PaymentGateway[],
  rows: readonly MethodRow[],
): readonly OfferedMethod[] {
  return rows.flatMap((row) => {
    const gateway = carrierOf(selling, row);
    const terms = gateway?.methods.find(({ code }) => code === row.code);
    if (gateway === undefined || terms === undefined) return [];
    const usual = namesOfMethods.get(row.code);
    const { percent = 0, rupiah = 0 } = row.fee ?? {};
    return {
      ...terms,
      gateway: gateway.name,
      name: row.name ?? usual?.name ?? row.code,
      groupName: row.group ?? usual?.group ?? 'E-Wallet',
      iconUrl: row.icon_url ?? null,
      isRecommended: row.recommended ?? false,
      feeDescription: feeWords(percent, rupiah),
      fee: (total: number) => Math.round((total * percent) / 100) + rupiah,
      minAmount: Math.max(terms.minAmount, row.min_amount ?? 0),
      maxAmount: Math.min(terms.maxAmount, row.max_amount ?? terms.maxAmount),
    };
  });
}

/** The gateway that takes the money of a row; undefined where none does. */
export function carrierOf(
  selling: readonly PaymentGateway[],
  row: Pick<MethodRow, 'code' | 'gateway'>,
): PaymentGateway | undefined {
  return selling.find(
    ({ name, methods }) =>
      (row.gateway === undefined || row.gateway === name) &&
      methods.some(({ code }) => code === row.code),
  );
}

/** A fee in words: `1,5%`, `Rp4.000`, `0,7% + Rp2.000` or `Gratis`. */
function feeWords(percent: number, rupiah: number): string {
  const parts = [
    ...(percent > 0 ? [`${String(percent).replace('.', ',')}%`] : []),
    ...(rupiah > 0 ? [`Rp${rupiah.toLocaleString('id-ID')}`] : []),
  ];
  return parts.length === 0 ? 'Gratis' : parts.join(' + ');
}
