import type { WriteName } from '#console/api/client.ts';
import { countText } from '#console/kit/ui/sums.ts';
import type { OperationName } from '#contract/operations.ts';

/** What can be imported: every operation that takes a list (interface, Endpoints). */
export interface Kind {
  operation: WriteName & OperationName;
  group: 'New' | 'Changes';
  label: string;
  /** One and several of them. */
  one: string;
  many: string;
}

const kind = (operation: Kind['operation'], group: Kind['group'], label: string, one: string, many: string): Kind => ({
  operation,
  group,
  label,
  one,
  many,
});

export const kinds: readonly Kind[] = [
  kind('clientCreate', 'New', 'Clients', 'client', 'clients'),
  kind('mandateCreate', 'New', 'Mandates', 'mandate', 'mandates'),
  kind('contractCreate', 'New', 'Contracts without mandate', 'contract', 'contracts'),
  kind('instalmentCreate', 'New', 'Instalments', 'instalment', 'instalments'),
  kind('omniInstalmentCreate', 'New', 'Instalments by collection date', 'instalment', 'instalments'),
  kind('payoutContractCreate', 'New', 'Payout contracts', 'payout contract', 'payout contracts'),
  kind('payoutPaymentCreate', 'New', 'Payments', 'payment', 'payments'),
  kind('clientEdit', 'Changes', 'Clients', 'client', 'clients'),
  kind('mandateEdit', 'Changes', 'Mandates', 'mandate', 'mandates'),
  kind('contractEdit', 'Changes', 'Contracts', 'contract', 'contracts'),
  kind('mandateInitiateEdit', 'Changes', 'Mandates awaiting approval', 'mandate', 'mandates'),
  kind('instalmentEdit', 'Changes', 'Instalments', 'instalment', 'instalments'),
  kind('omniInstalmentEdit', 'Changes', 'Instalments by collection date', 'instalment', 'instalments'),
  kind('payoutPaymentEdit', 'Changes', 'Payments', 'payment', 'payments'),
];

export const kindOf = (operation: string): Kind | undefined => kinds.find((it) => it.operation === operation);

/** `1 mandate`, `1 204 mandates`. */
export const counted = (count: number, { one, many }: Pick<Kind, 'one' | 'many'>): string =>
  countText(count, [one, many]);
