import Button from '@mui/material/Button';
import { useState } from 'react';
import { productsOf } from '#console/api/access.ts';
import { useKnownPayees } from '#console/api/known-payees.ts';
import { useSettings } from '#console/api/settings.ts';
import { productName } from '#console/api/tenant.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { KnownPayeesState } from '#contract/approvals.ts';
import { later } from '#kit/ui/later.tsx';
import { minuteText } from '#rules/day-text.ts';
import { SettingsLine } from '../line.tsx';

const TakeOverDialog = later(async () => (await import('./take-over-dialog.tsx')).TakeOverDialog);

function stateText(last: KnownPayeesState | undefined): string {
  if (!last) return 'Payouts to clients that were paid before are held, too, until you take them over.';
  const prepared = `Prepared by ${last.PreparedBy}, ${minuteText(last.PreparedAt)}`;
  const decided = `by ${last.DecidedBy}, ${minuteText(last.DecidedAt ?? '')}`;
  if (last.State === 'WAITING') return `${prepared}. Another person must release it on Approvals.`;
  return last.State === 'RELEASED' ? `Taken over: released ${decided}.` : `Returned ${decided}.`;
}

/** In front of a provider, with a hold for new accounts: whom it holds, until two people say that they are known. */
export function KnownPayeesLine({ number }: { number: string }) {
  const { data } = useSettings('connectionView', { number });
  const isConnected = data?.Connection != null;
  const read = useKnownPayees(number, isConnected);
  const [open, setOpen] = useState<string>();
  if (!isConnected) return null;
  if (read.error) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  const products = productsOf(number);
  return (
    <>
      {read.data &&
        products.map((product) => {
          const name = products.length > 1 ? `Known payees, ${productName(product)}` : 'Known payees';
          const last = read.data.Lists.find((it) => it.Product === product);
          const action = last?.State === 'WAITING' ? 'Replace…' : 'Take over…';
          return (
            <SettingsLine
              key={product}
              name={name}
              text={stateText(last)}
              action={
                last?.State !== 'RELEASED' && (
                  <Button
                    size="small"
                    sx={{ flexShrink: 0 }}
                    aria-label={`${action} ${name}`}
                    onClick={() => setOpen(product)}
                  >
                    {action}
                  </Button>
                )
              }
            />
          );
        })}
      {open !== undefined && <TakeOverDialog number={number} product={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
