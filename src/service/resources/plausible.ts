import type { FieldName } from '#contract/fields.ts';
import { idNumberProblem, isEmailAddress, isPhoneNumber, southAfricanIdType } from '#rules/plausible.ts';
import { Refusal, type CodedFault } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { hasBank, hasBranch } from './lookups.ts';

/** Refuses what a bank would return, before anything is collected or paid. */

type Fields = Readonly<Partial<Record<FieldName, unknown>>>;

/**
 * The interface lists no values of coded fields, so the known ones are those that this installation suggests. A field without
 * suggestions accepts any value.
 */
function unknownCode(call: Pick<Call, 'codes'>, fieldName: FieldName, value: unknown): CodedFault[] {
  const known = call.codes[fieldName];
  if (value === undefined || value === null || !known || known.length === 0) return [];
  const code = String(value as string | number);
  if (known.includes(code)) return [];
  return [
    {
      Field: fieldName,
      Code: 'UNKNOWN_CODE',
      Message: `${fieldName} ${code} is not known here; ${known.join(', ')} are.`,
    },
  ];
}

/** @throws Refusal for a code that defines no tracking period or no adjustment. */
export function mustBeKnownCode(
  call: Pick<Call, 'codes'>,
  fieldName: 'TrackingCode' | 'AdjustmentCategory',
  code: unknown,
): void {
  const faults = unknownCode(call, fieldName, code);
  if (faults.length > 0) throw new Refusal(...faults);
}

function bankFaults({ BankCode, BranchCode }: Fields): CodedFault[] {
  if (!hasBank(BankCode))
    return [{ Field: 'BankCode', Code: 'NOT_IN_LOOKUP', Message: `The bank lookup has no bank ${String(BankCode)}.` }];
  if (hasBranch(BankCode, BranchCode)) return [];
  const Message = `The bank lookup has no branch ${String(BranchCode)} of bank ${String(BankCode)}.`;
  return [{ Field: 'BranchCode', Code: 'NOT_IN_LOOKUP', Message }];
}

const idProblems = {
  length: 'has not the 13 digits of a South African ID number',
  birth: 'does not begin with a date of birth that exists',
  checkDigit: 'has a check digit that does not fit, so that a digit is wrong',
};

function idFaults({ IDType, IDNumber }: Fields): CodedFault[] {
  const problem = IDType === southAfricanIdType && typeof IDNumber === 'string' ? idNumberProblem(IDNumber) : undefined;
  return problem ? [{ Field: 'IDNumber', Code: 'NOT_PLAUSIBLE', Message: `IDNumber ${idProblems[problem]}.` }] : [];
}

const shapeFault = (
  fieldName: FieldName,
  value: unknown,
  isRight: (text: string) => boolean,
  what: string,
): CodedFault[] =>
  typeof value !== 'string' || isRight(value)
    ? []
    : [{ Field: fieldName, Code: 'NOT_PLAUSIBLE', Message: `${fieldName} is not ${what}.` }];

/**
 * Checks the changed fields of a client; stored ones stay valid.
 * @param client all its fields after the change: a branch is checked against its bank, an ID number against its type.
 * @throws Refusal with every certain error. The console warns about doubtful values.
 */
export function mustBePlausible(call: Pick<Call, 'codes'>, given: Fields, client: Fields): void {
  const has = (...fieldNames: FieldName[]) =>
    fieldNames.some((fieldName) => given[fieldName] !== undefined && given[fieldName] !== null);
  const faults = [
    ...(has('BankCode', 'BranchCode') ? bankFaults(client) : []),
    ...unknownCode(call, 'AccountType', given.AccountType),
    ...(has('IDType', 'IDNumber') ? idFaults(client) : []),
    ...shapeFault('EMail', given.EMail, isEmailAddress, 'an email address'),
    ...shapeFault('CellphoneNumber', given.CellphoneNumber, isPhoneNumber, 'a phone number of 7 to 15 digits'),
  ];
  if (faults.length > 0) throw new Refusal(...faults);
}
