/** Pages translate it. */
export const standardTaxName = 'Pajak';
