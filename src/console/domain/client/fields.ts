/** Contact details and the account that is debited or paid. */
export const contactFields = [
  'CellphoneNumber',
  'EMail',
  'BankCode',
  'BranchCode',
  'AccountType',
  'AccountNumber',
  'AccountHolderName',
] as const;

/** In the interface's order. */
export const clientFields = ['ClientNumber', 'ClientName', 'IDType', 'IDNumber', ...contactFields] as const;
