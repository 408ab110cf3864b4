import { addDays, addMonths, type DateText } from '#rules/calendar.ts';

export const client = (ClientNumber: string) => ({
  ClientNumber,
  ClientName: 'Thandi Mokoena',
  IDType: 'ID',
  IDNumber: '9001015009086',
  CellphoneNumber: '0825550101',
  EMail: 'thandi@example.com',
  BankCode: 6,
  BranchCode: 250655,
  AccountType: 1,
  AccountNumber: 62001234567,
  AccountHolderName: 'T Mokoena',
});

/** The first of next month: always in the future. */
export const nextMonth = (today: DateText): DateText => `${addMonths(today, 1).slice(0, 8)}01`;

export const mandate = (today: DateText, ClientNumber: string, ContractNumber: string) => ({
  ClientNumber,
  ContractNumber,
  MandateType: 'FIXED',
  TransactionType: 'TT1',
  MandateActionDate: `${addDays(today, 1)} 08:00`,
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  DebitSequenceType: 'RCUR',
  AdjustmentCategory: 'N',
  TrackingYN: 'Y',
  TrackingCode: '14',
  InstalmentStartDate: `${nextMonth(today)} 00:00`,
  InstalmentAmount: 1234.56,
  MaximumAmount: 1800,
  NumberOfInstalments: 12,
});
