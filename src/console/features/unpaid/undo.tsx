import { lazy, Suspense, type ReactNode } from 'react';
import type { Planned } from '#console/domain/money-item/many/plan.ts';
import { standard } from '#console/domain/money-item/resource.ts';
import { createdStore } from './kept.ts';
import { identityOf, type Prepared } from './rows.ts';

const Sending = lazy(async () => ({ default: (await import('#console/domain/money-item/many/sending.tsx')).Sending }));

/** A created instalment, to be cancelled. */
export function createdRow({ unpaid, date, amount }: Prepared, InstalmentSequence: number): Planned {
  const item = { ...identityOf(unpaid), InstalmentSequence };
  const { ClientNumber, ContractNumber } = unpaid;
  const it = {
    ClientNumber,
    ContractNumber,
    ...item,
    InstalmentActionDate: `${date} 00:00`,
    InstalmentAmount: amount ?? undefined,
  };
  return { it, key: unpaid.key, after: it, item, warnings: [] };
}

/** Cancels created instalments. Their debits are then to be chased again. */
export const undoCreated = (rows: readonly Planned[], onClose: () => void): ReactNode => (
  <Suspense fallback={null}>
    <Sending
      resource={standard}
      change={{ kind: 'cancel' }}
      rows={rows}
      onClose={onClose}
      onDone={(keys) => createdStore.set(new Set([...createdStore.get()].filter((it) => !keys.has(it))))}
    />
  </Suspense>
);
