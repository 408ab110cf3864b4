/** How a client is reached, and the account that is debited or paid. */
export const contactFields = [
  'CellphoneNumber',
  'EMail',
  'BankCode',
  'BranchCode',
  'AccountType',
  'AccountNumber',
  'AccountHolderName',
] as const;

/** All that is known of a client, in the interface's own order. */
export const clientFields = ['ClientNumber', 'ClientName', 'IDType', 'IDNumber', ...contactFields] as const;
