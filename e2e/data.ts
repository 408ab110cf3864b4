// Records of the sample that tests name, as they are on the stopped day: src/service/seed/named-records.long.test.ts proves them.

/**
 * Of merchant 1001, EFT: an active mandate with one unpaid debit, for insufficient funds and on its day, paid debits before and
 * after it, others scheduled, all of one amount, and so few that a grid draws each.
 */
export const unpaidOnce = {
  ContractSequence: 101_173,
  ContractNumber: 'LN001173',
  ClientNumber: 'C00123',
  ClientName: 'Monique Samsodien',
  InstalmentSequence: 6,
  InstalmentActionDate: '2026-09-26 00:00',
  InstalmentAmount: 260,
  paid: 6,
  scheduled: 5,
};
