import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useMemo, useRef, type ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useRead } from '#console/api/client.ts';
import { useForbidden } from '#console/api/permission.ts';
import { useTenant } from '#console/api/tenant.ts';
import { FieldInput } from '#console/domain/fields/field-input.tsx';
import { useIsListed } from '#console/domain/list/search.ts';
import { contractsSeen, useRecentRecords, type ContractKind } from '#console/session/recent-records.ts';
import { nextNumber } from '#rules/next-number.ts';
import type { KnownContract } from './check.tsx';
import { useClientPhrase } from './names/names.ts';
import { nextContractNumber } from './next-contract-number.ts';

const fiveMinutes = 300_000;

type NumberField = 'ClientNumber' | 'ContractNumber';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** The retrieves that list contracts: all, or only those with a mandate or a payment. */
const lists = {
  contracts: { all: 'contractList', some: 'mandateList' },
  payouts: { all: 'payoutContractList', some: 'payoutPaymentList' },
} as const;

/** The contracts of all clients, as far as they can be listed, and the session's. */
function useContracts(
  kind: ContractKind,
  isNeeded: boolean,
): { contracts: readonly KnownContract[]; isLoading: boolean } {
  const { merchant, product } = useTenant();
  const { all, some } = lists[kind];
  const isAll = useIsListed(all);
  const operation = isAll ? all : some;
  const isForbidden = useForbidden(operation) !== undefined;
  const list = useRead<typeof operation>(operation, isForbidden || !isNeeded ? null : {}, {
    staleTime: fiveMinutes,
    isAll,
  });
  const version = useRecentRecords();
  const records = list.data?.records;
  const contracts = useMemo(
    () => [...contractsSeen({ merchant, product }, kind).values(), ...(records ?? [])],
    // `version`: the contracts of this session grow in place.
    // oxlint-disable-next-line react/exhaustive-deps
    [records, merchant, product, kind, version],
  );
  return { contracts, isLoading: list.isLoading };
}

/** A number field with the suggested next number while it is empty, or a warning. */
function SuggestedNumber(props: {
  fieldName: NumberField;
  next: string | undefined;
  warning: ReactNode;
  autoFocus?: boolean;
}) {
  const { fieldName, next, warning, autoFocus } = props;
  const { setValue } = useFormContext();
  const frame = useRef<HTMLDivElement>(null);
  const isEmpty = trimmed(useWatch({ name: fieldName })) === '';
  const use = () => {
    setValue(fieldName, next, { shouldDirty: true, shouldValidate: true });
    // The form's own `setFocus` comes later, and would take the focus back from who pressed Tab meanwhile.
    frame.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={frame}>
      <FieldInput fieldName={fieldName} required autoFocus={autoFocus} />
      <Box
        aria-live="polite"
        sx={{ minHeight: { xs: 44, sm: 24 }, mt: 0.5, typography: 'body2', overflowWrap: 'anywhere' }}
      >
        {isEmpty && next !== undefined && (
          <Link
            component="button"
            type="button"
            variant="body2"

            onClick={use}
            sx={{ minHeight: { xs: 44, sm: 0 } }}
          >
            Use {next}
          </Link>
        )}
        {warning && (
          <Box component="span" sx={{ color: 'warning.main' }}>
            {warning}
          </Box>
        )}
      </Box>
    </div>
  );
}

/** Another client may have the same number, so that is only a warning. */
export function ContractNumberInput(props: {
  kind?: ContractKind;
  /** The contract that the new one replaces; its number is continued. */
  replaced?: KnownContract;
  autoFocus?: boolean;
}) {
  const { kind = 'contracts', replaced, autoFocus } = props;
  const [client, number] = (useWatch({ name: ['ClientNumber', 'ContractNumber'] }) as unknown[]).map(trimmed);
  const { contracts, isLoading } = useContracts(kind, client !== '');
  const phraseOf = useClientPhrase();
  const next = useMemo(
    () => (client && !isLoading ? nextContractNumber(client, contracts, replaced) : undefined),
    [client, contracts, isLoading, replaced],
  );
  const owner = useMemo(
    () =>
      number
        ? contracts.find((it) => it.ContractNumber === number && it.ClientNumber && it.ClientNumber !== client)
        : undefined,
    [client, contracts, number],
  );
  return (
    <SuggestedNumber
      fieldName="ContractNumber"
      next={next}
      warning={owner && `${number} belongs to ${phraseOf(owner)}.`}
      autoFocus={autoFocus}
    />
  );
}

export function ClientNumberInput() {
  const number = trimmed(useWatch({ name: 'ClientNumber' }));
  const isForbidden = useForbidden('clientList') !== undefined;
  const clients = useRead('clientList', isForbidden ? null : {}, { staleTime: fiveMinutes }).data?.records;
  const numbers = useMemo(() => clients?.flatMap((it) => it.ClientNumber ?? []) ?? [], [clients]);
  const owner = useMemo(() => clients?.find((it) => number && it.ClientNumber === number), [clients, number]);
  return (
    <SuggestedNumber
      fieldName="ClientNumber"
      next={useMemo(() => nextNumber(numbers.at(-1), numbers), [numbers])}
      warning={owner && `${number} is the number of ${owner.ClientName ?? 'another client'} already.`}
      autoFocus
    />
  );
}
