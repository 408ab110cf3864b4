import type { OperationName } from '../../../contract/operations.ts';
import { links } from '../links.ts';
import type { Fields, Unconfirmed } from '../../session/unconfirmed.ts';
import { show } from '../../kit/ui/format.tsx';

const numbers = (it: Fields): string =>
  it.ClientNumber != null
    ? [it.ClientNumber, it.ContractNumber].filter((value) => value != null).join(' / ')
    : String(it.ContractSequence ?? '');

const instalment = (it: Fields, date: string): string =>
  `instalment of ${show('InstalmentAmount', it.InstalmentAmount)} on ${show(date, it[date])}`;

const named: Partial<Record<OperationName, (it: Fields) => string>> = {
  clientCreate: (it) => `client ${numbers(it)}`,
  clientEdit: (it) => `change of client ${numbers(it)}`,
  mandateCreate: (it) => `mandate ${numbers(it)}`,
  mandateEdit: (it) => `change of contract ${numbers(it)}`,
  mandateInitiateEdit: (it) => `change of contract ${numbers(it)}`,
  mandateCancel: () => 'cancel of the mandate',
  mandateInitiateCancel: (it) => `deletion of mandate ${String(it.ContractSequence ?? numbers(it))}`,
  contractCreate: (it) => `contract ${numbers(it)}`,
  contractEdit: (it) => `change of contract ${numbers(it)}`,
  contractCancel: () => 'cancel of the contract',
  instalmentCreate: (it) => instalment(it, 'InstalmentActionDate'),
  omniInstalmentCreate: (it) => instalment(it, 'CollectionDate'),
  instalmentEdit: (it) => `change of instalment ${String(it.InstalmentSequence)}`,
  omniInstalmentEdit: (it) => `change of instalment ${String(it.InstalmentSequence)}`,
  instalmentCancel: (it) => `cancel of instalment ${String(it.InstalmentSequence)}`,
  omniInstalmentCancel: (it) =>
    it.InstalmentSequence == null
      ? `cancellation of all that remains of contract ${numbers(it)}`
      : `cancel of instalment ${String(it.InstalmentSequence)}`,
  payoutContractCreate: (it) => `payout contract ${numbers(it)}`,
  payoutContractCancel: (it) => `cancel of payout contract ${String(it.ContractSequence ?? numbers(it))}`,
  payoutPaymentCreate: (it) =>
    `payment of ${show('PaymentAmount', it.PaymentAmount)} on ${show('PaymentDate', it.PaymentDate)}`,
  payoutPaymentEdit: (it) => `change of payment ${String(it.PaymentSequence)}`,
};

/** What was sent, as people call it: `payment of R 100,00 on 2026-11-28`. */
export function whatOf({ operation, items: [item = {}, ...others], before }: Unconfirmed): string {
  if (operation === 'omniInstalmentCancel' && item.InstalmentSequence == null && before?.[0])
    return `cancellation of ${before[0].length} instalments, all that remained of contract ${numbers(item)},`;
  const what = named[operation]?.(item) ?? operation;
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
      return { label: `Open client ${numbers(item)}`, to: links.client(String(item.ClientNumber)) };
    case 'clientEdit':
      return { label: 'Open client', to: links.client(String(item.ClientNumber)) };
    case 'payoutContractCreate':
      return contract === undefined
        ? undefined
        : { label: `Open payout contract ${contract}`, to: links.payoutContract(contract) };
    case 'mandateCreate':
    case 'contractCreate':
    case 'mandateEdit':
    case 'contractEdit':
    case 'mandateInitiateEdit':
      return contract === undefined ? undefined : { label: `Open contract ${contract}`, to: links.contract(contract) };
    case 'payoutPaymentCreate':
      return { label: `It is payment ${String(found.PaymentSequence)}.` };
    case 'instalmentCreate':
    case 'omniInstalmentCreate':
      return { label: `It is instalment ${String(found.InstalmentSequence)}.` };
    default:
      return undefined;
  }
}
