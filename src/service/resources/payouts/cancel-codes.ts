/** Codes from ISO 20022's external code set for cancelling payments, in the order of the lookup. */
export const payoutCancelCodes: { CancelCode: string; CancelDescription: string }[] = [
  { CancelCode: 'CUST', CancelDescription: 'Requested by the customer' },
  { CancelCode: 'DUPL', CancelDescription: 'Duplicate payment' },
  { CancelCode: 'UPAY', CancelDescription: 'Undue payment' },
  { CancelCode: 'AM09', CancelDescription: 'Wrong amount' },
  { CancelCode: 'AC03', CancelDescription: 'Wrong account number of the receiver' },
  { CancelCode: 'TECH', CancelDescription: 'Technical problem' },
  { CancelCode: 'FRAD', CancelDescription: 'Fraud' },
];

export const isPayoutCancelCode = (code: string): boolean => payoutCancelCodes.some((it) => it.CancelCode === code);
