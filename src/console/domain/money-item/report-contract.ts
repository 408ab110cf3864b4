import type { OfContract } from '#console/domain/contract/names.ts';
import type { Filter } from '#kit/base/grid-source.ts';

/** A contract in the reports of instalments, which have no client number: its sequence, else its own number. */
export const reportContract = ({ ContractSequence, ContractNumber }: OfContract): string =>
  ContractSequence == null ? `number ${ContractNumber ?? ''}` : String(ContractSequence);

/** Of contracts without a sequence it finds all that have none: `ofListed` takes those of the list. */
export const inContracts = (list: readonly OfContract[]): Filter => ({
  fieldName: 'ContractSequence',
  kind: 'oneOf',
  values: [...new Set(list.map((it) => (it.ContractSequence == null ? null : String(it.ContractSequence))))],
});

/** Records of the list's contracts only. */
export function ofListed<T extends OfContract>(records: readonly T[], list: readonly OfContract[]): T[] {
  const contracts = new Set(list.map(reportContract));
  return records.filter((it) => contracts.has(reportContract(it)));
}
