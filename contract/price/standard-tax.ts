/** Name of the tax of an event that states no fees (§9.12); pages translate it. */
export const standardTaxName = 'Pajak';
