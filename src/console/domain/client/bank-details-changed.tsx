import type { LooseOutput } from '#contract/operations.ts';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';

/** The last change of a client's bank details; empty if the service does not return it. */
export function BankDetailsChanged({ client }: { client: LooseOutput<'clientList'> }) {
  const { BankDetailsChangedDate: at, BankDetailsChangedBy: by } = client;
  if (at === undefined) return null;
  return (
    <Muted sx={{ mt: 1.5 }}>
      {at
        ? `Bank details last changed ${formatField('BankDetailsChangedDate', at)}${by ? ` by ${by}` : ''}.`
        : 'Bank details have not changed since this client was added.'}
    </Muted>
  );
}
