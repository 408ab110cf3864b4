import { frequencies } from '#rules/frequencies.ts';
import { lookup, type LookupHandler } from '#service/http/call.ts';
import { payoutCancelCodes } from './payouts/cancel-codes.ts';

/** Universal branch codes, as widely published: one for all branches of a bank. */
const banks: [BankCode: number, BankName: string, BranchCode: number][] = [
  [1, 'Absa Bank', 632005],
  [2, 'African Bank', 430000],
  [3, 'Bidvest Bank', 462005],
  [4, 'Capitec Bank', 470010],
  [5, 'Discovery Bank', 679000],
  [6, 'First National Bank', 250655],
  [7, 'Investec Bank', 580105],
  [8, 'Nedbank', 198765],
  [9, 'Standard Bank', 51001],
  [10, 'TymeBank', 678910],
];

/** Reasons of the mandate scheme: CAN for cancelling, AMD for amending. */
const reasons: [MandateReason: string, description: string, type: string, iso: string][] = [
  ['CEXP', 'Contract expired', 'CAN', 'C'],
  ['MCES', 'Early settlement', 'CAN', 'C'],
  ['MCFR', 'Fraud', 'CAN', 'C'],
  ['MD17', 'Cancelled at the request of the creditor', 'CAN', 'C'],
  ['MICN', 'Initiation request cancelled', 'CAN', 'C'],
  ['MACN', 'Amendment request cancelled', 'CAN', 'C'],
  ['MD02', 'No reason given', 'AMD', 'A'],
  ['MD16', 'Amended at the request of the customer', 'AMD', 'A'],
  ['MD19', 'Suspension lifted without changes', 'AMD', 'A'],
  ['MD20', 'Suspension lifted with changes', 'AMD', 'A'],
  ['MD21', 'Amended without changes', 'AMD', 'A'],
  ['MD22', 'Amended with changes', 'AMD', 'A'],
];

const frequencyLookup: LookupHandler<'frequencyLookup'> = () =>
  frequencies.map((it) => ({ ...it, CollectionDays: [...it.CollectionDays] }));

const bankLookup: LookupHandler<'bankLookup'> = (product) => [
  {
    Country: 'South Africa',
    Products: [
      {
        Product: product,
        Banks: banks.map(([BankCode, BankName, BranchCode]) => ({
          BankCode,
          BankName,
          Branches: [{ BranchCode, BranchName: `${BankName}, universal branch` }],
        })),
      },
    ],
  },
];

const mandateReasonLookup: LookupHandler<'mandateReasonLookup'> = (product) => [
  {
    MandateProduct: product,
    MandateReasonCodes: reasons.map(([MandateReason, description, type, iso]) => ({
      MandateReason,
      MandateReasonDescription: description,
      MandateReasonType: type,
      MandateReasonISOCode: iso,
    })),
  },
];

const payoutCancelLookup: LookupHandler<'payoutCancelLookup'> = () => payoutCancelCodes;

export const lookupHandlers = {
  frequencyLookup: lookup(frequencyLookup),
  bankLookup: lookup(bankLookup),
  mandateReasonLookup: lookup(mandateReasonLookup),
  payoutCancelLookup: lookup(payoutCancelLookup),
};

export const hasBank = (bank: unknown): boolean => banks.some(([code]) => code === bank);
export const hasBranch = (bank: unknown, branch: unknown): boolean =>
  banks.some(([code, , branchCode]) => code === bank && branchCode === branch);

export const isCancelReason = (code: string): boolean =>
  reasons.some(([reason, , type]) => reason === code && type === 'CAN');

/** The only reason for cancelling a mandate that awaits approval, and for no other. */
export const isForPending = (code: string): boolean => code === 'MICN';
