import { minuteText } from '../../../rules/day-text.ts';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { contractIdOf, nameOfId } from '../../api/contract-id.ts';
import { links } from '../../domain/links.ts';
import { useTenant } from '../../api/tenant.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import type { Column } from '../../kit/grid/columns.ts';
import { Grid } from '../../kit/grid/grid.tsx';
import { useUrlSort } from '../../kit/grid/sort.ts';
import { SelectBox } from '../../domain/instalment/cells.tsx';
import { countAndSumOf } from '../../kit/ui/sums.ts';
import { reasonName } from './reasons.tsx';
import type { Unpaid } from './rows.ts';

/** Most that are prepared at once: a table of inputs that a person looks through. */
const maxPrepared = 500;
/** Most clients that an address can name. */
const maxWritten = 400;

export const countAndSum = (list: readonly Unpaid[]): string =>
  countAndSumOf(
    'debit',
    list.map((it) => it.Amount),
  );

/** What is chosen, also what is out of sight, and what can be done with it. */
export function ChosenBar({
  chosen,
  hidden,
  onNone,
  onPrepare,
}: {
  chosen: readonly Unpaid[];
  /** How many of them are not in the list below. */
  hidden: number;
  onNone: () => void;
  onPrepare: () => void;
}) {
  const { href } = useTenant();
  const clients = [...new Set(chosen.flatMap((it) => it.ClientNumber ?? []))];
  const isMany = chosen.length > maxPrepared || clients.length > maxWritten;
  return (
    <Stack
      direction="row"
      useFlexGap
      role="group"
      aria-label="Chosen debits"
      sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, minHeight: 40 }}
    >
      <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {chosen.length === 0 ? 'Choose debits to follow them up.' : `${countAndSum(chosen)} chosen`}
        {hidden > 0 && `, ${hidden} of them not in the list below`}
      </Typography>
      {chosen.length > 0 && (
        <>
          {chosen.length <= maxPrepared && (
            <ActionButton operation="instalmentCreate" variant="contained" onClick={onPrepare}>
              Prepare new instalments
            </ActionButton>
          )}
          {clients.length > 0 && clients.length <= maxWritten && (
            <ActionButton
              operation="templateSend"
              variant="outlined"
              to={href(links.messages({ client: clients.join(',') }))}
            >
              {clients.length === 1 ? 'Write to this client' : `Write to these ${clients.length} clients`}
            </ActionButton>
          )}
          <Button onClick={onNone}>Choose none</Button>
        </>
      )}
      {isMany && (
        <Typography variant="body2" color="textSecondary">
          At most {maxPrepared} debits are prepared and {maxWritten} clients written to at once: choose fewer.
        </Typography>
      )}
    </Stack>
  );
}

/** The contract of a debit, and the way to it. */
function Contract({ it }: { it: Unpaid }) {
  const { href } = useTenant();
  const id = contractIdOf(it);
  if (!id) return it.ContractNumber;
  return (
    <Link component={RouterLink} underline="always" to={href(links.contract(id))}>
      {nameOfId(id)}
    </Link>
  );
}

/** The failed debits one by one. */
export function UnpaidGrid({
  list,
  chosen,
  made,
  since,
  isLoading,
  onChoose,
}: {
  list: readonly Unpaid[];
  chosen: ReadonlySet<string>;
  /** For which a new instalment was made since the page was opened. */
  made: ReadonlySet<string>;
  /** What followed them, by their keys; nothing while it is not known. */
  since: ReadonlyMap<string, string> | undefined;
  isLoading: boolean;
  onChoose: (list: readonly Unpaid[], isOn: boolean) => void;
}) {
  const sort = useUrlSort();
  const columns = useMemo(
    (): Column<Unpaid>[] => [
      {
        fieldName: 'ContractSequence',
        label: 'Contract',
        width: 150,
        align: 'left',
        cell: (it) => (
          <>
            <SelectBox
              name={`contract ${it.ContractSequence ?? it.ContractNumber}, ${minuteText(it.TransactionDate ?? '')}`}
              isOn={chosen.has(it.key)}
              onToggle={() => onChoose([it], !chosen.has(it.key))}
            />{' '}
            <Contract it={it} />
          </>
        ),
      },
      { fieldName: 'ClientNumber', width: 130 },
      { fieldName: 'ContractNumber', width: 150 },
      { fieldName: 'TransactionDate', label: 'Came back', width: 170 },
      { fieldName: 'Amount', width: 130 },
      {
        fieldName: 'InstalmentResult',
        label: 'Reason',
        width: 210,
        cell: (it) => reasonName(it.InstalmentResult ?? ''),
      },
      {
        fieldName: 'since',
        label: 'Collected since',
        width: 260,
        cell: (it) => {
          return since?.get(it.key) ?? (made.has(it.key) ? 'New instalment made' : null);
        },
      },
    ],
    [chosen, made, since, onChoose],
  );
  return (
    <Grid<Unpaid>
      label="Unpaid debits"
      rows={list}
      columns={columns}
      status={{ loading: isLoading }}
      sort={sort}
      empty={null}
      rowKey={(it) => it.key}
    />
  );
}
