/** @param {string} ClientNumber */
export const newClient = (ClientNumber) => ({
  ClientNumber,
  ClientName: 'Bench Caller',
  CellphoneNumber: '0821234567',
  BankCode: 4,
  BranchCode: 470010,
  AccountType: 1,
  AccountNumber: 1234567890,
  AccountHolderName: 'Bench Caller',
});
