import { links } from '#console/domain/links.ts';
import { show } from '#console/kit/ui/format.tsx';
import type { Fields, Unconfirmed } from '#console/session/unconfirmed.ts';
import type { OperationName } from '#contract/operations.ts';

/** How clients and contracts are called, each with its numbers: `Naledi Dlamini (C00002)`. */
export interface Names {
  client(it: Fields): string;
  /** Of what has neither number of the client's: `contract 100002`. */
  contract(it: Fields): string;
}

const instalment = (it: Fields, date: string): string =>
  `instalment of ${show('InstalmentAmount', it.InstalmentAmount)} on ${show(date, it[date])}`;

type Named = (it: Fields, names: Names) => string;

const changeOfContract: Named = (it, { contract }) => `change of ${contract(it)}`;

const named: Partial<Record<OperationName, Named>> = {
  clientCreate: (it, { client }) => `client ${client(it)}`,
  clientEdit: (it, { client }) => `change of client ${client(it)}`,
  mandateCreate: (it, { contract }) => `mandate of ${contract(it)}`,
  mandateEdit: changeOfContract,
  mandateInitiateEdit: changeOfContract,
  mandateCancel: () => 'cancellation of the mandate',
  mandateInitiateCancel: (it, { contract }) => `deletion of the mandate of ${contract(it)}`,
  contractCreate: (it, { contract }) => `contract ${contract(it)}`,
  contractEdit: changeOfContract,
  contractCancel: () => 'cancellation of the contract',
  instalmentCreate: (it) => instalment(it, 'InstalmentActionDate'),
  omniInstalmentCreate: (it) => instalment(it, 'CollectionDate'),
  instalmentEdit: (it) => `change of instalment ${String(it.InstalmentSequence)}`,
  omniInstalmentEdit: (it) => `change of instalment ${String(it.InstalmentSequence)}`,
  instalmentCancel: (it) => `cancellation of instalment ${String(it.InstalmentSequence)}`,
  omniInstalmentCancel: (it, { contract }) =>
    it.InstalmentSequence == null
      ? `cancellation of all that remains of ${contract(it)}`
      : `cancellation of instalment ${String(it.InstalmentSequence)}`,
  payoutContractCreate: (it, { contract }) => `payout contract ${contract(it)}`,
  payoutContractCancel: (it, { contract }) => `cancellation of payouts to ${contract(it)}`,
  payoutPaymentCreate: (it) =>
    `payment of ${show('PaymentAmount', it.PaymentAmount)} on ${show('PaymentDate', it.PaymentDate)}`,
  payoutPaymentEdit: (it) => `change of payment ${String(it.PaymentSequence)}`,
};

/** What was sent, as people call it: `payment of R 100,00 on 2026-11-28`. */
export function whatOf({ operation, items: [item = {}, ...others], before }: Unconfirmed, names: Names): string {
  if (operation === 'omniInstalmentCancel' && item.InstalmentSequence == null && before?.[0])
    return `cancellation of ${before[0].length} instalments, all that remained of ${names.contract(item)},`;
  const what = named[operation]?.(item, names) ?? operation;
  return others.length > 0 ? `${what} and ${others.length} more` : what;
}

/** Where what was found is shown, or what there is to say of it. */
export function linkOf(
  { operation, items: [item = {}] }: Unconfirmed,
  found: Fields = {},
): { label: string; to?: string } | undefined {
  const sequence = Number(found.ContractSequence ?? item.ContractSequence);
  const contract = Number.isSafeInteger(sequence) ? sequence : undefined;
  switch (operation) {
    case 'clientCreate':
    case 'clientEdit':
      return { label: 'Open client', to: links.client(String(item.ClientNumber)) };
    case 'payoutContractCreate':
      return contract === undefined ? undefined : { label: 'Open payout contract', to: links.payoutContract(contract) };
    case 'mandateCreate':
    case 'contractCreate':
    case 'mandateEdit':
    case 'contractEdit':
    case 'mandateInitiateEdit':
      return contract === undefined ? undefined : { label: 'Open contract', to: links.contract(contract) };
    case 'payoutPaymentCreate':
      return { label: `It is payment ${String(found.PaymentSequence)}.` };
    case 'instalmentCreate':
    case 'omniInstalmentCreate':
      return { label: `It is instalment ${String(found.InstalmentSequence)}.` };
    default:
      return undefined;
  }
}
