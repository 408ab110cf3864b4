import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { useReadOfRecord } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { useListOfClient } from '#console/domain/list/search.ts';
import { contractIdOf, segmentOfRecord, type ContractId } from '#console/model/contract-id.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { BankName } from './bank-name.tsx';

const most = 5;
export type ClientRecord = LooseOutput<'clientList'>;

/** An existing contract of the client. */
export interface KnownContract {
  ClientNumber?: string | null;
  ContractNumber?: string | null;
  ContractSequence?: number | null;
}

/** Contracts of the same number series: the latest, or the one being typed. */
export function KnownContracts(props: {
  title: string;
  /** Undefined while loading. */
  known: readonly KnownContract[] | undefined;
  link(contract: ContractId): string;
}) {
  const { title, known, link } = props;
  const { href } = useTenant();
  const contract = (useWatch({ name: 'ContractNumber' }) as string | undefined)?.trim();
  if (!known || known.length === 0) return null;
  const taken = known.find((it) => it.ContractNumber === contract);
  return (
    <Typography variant="body2" component="div" color={taken ? 'warning' : 'textSecondary'}>
      {taken ? `Contract number ${contract} is already in use: ` : `${title} so far: `}
      {(taken ? [taken] : known.slice(-most)).map((it, index) => {
        const id = contractIdOf(it);
        const name = it.ContractNumber ?? it.ContractSequence;
        return (
          <span key={segmentOfRecord(it)}>
            {index > 0 && ', '}
            {id ? (
              // Not a tab stop between the client and the contract number, the fields to fill in.
              <Link component={RouterLink} to={href(link(id))} tabIndex={-1}>
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
        );
      })}
      {!taken && known.length > most && ` and ${known.length - most} more`}
    </Typography>
  );
}

/** Who is debited, with bank and existing contracts. Includes the replaced contract, which no list may have. */
export function Debtor({
  client,
  number,
  replaced,
}: {
  client: ClientRecord;
  number: string;
  replaced?: KnownContract;
}) {
  const contracts = useListOfClient('contractList', number);
  const mandates = useReadOfRecord('mandateList', contracts.isUnlisted ? { ClientNumber: number } : null);
  const listed = (contracts.isUnlisted ? mandates : contracts).data?.records;
  const known = useMemo(
    () =>
      listed && replaced?.ClientNumber === number
        ? [...listed.filter((it) => it.ContractNumber !== replaced.ContractNumber), replaced]
        : listed,
    [listed, replaced, number],
  );
  return (
    <>
      <Typography variant="body2">
        <strong>{client.ClientName ?? 'No name'}</strong> <BankName bank={client.BankCode} branch={client.BranchCode} />
      </Typography>
      <KnownContracts title="Contracts" known={known} link={links.contract} />
    </>
  );
}
