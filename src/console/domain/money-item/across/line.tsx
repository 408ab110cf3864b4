import { styled, type Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '#console/api/client.ts';
import { normalized } from '#console/api/normalize.ts';
import { useTenant, type Tenant } from '#console/api/tenant.ts';
import { Unnamed } from '#console/domain/client/names/name.tsx';
import { links, withQuery } from '#console/domain/links.ts';
import { marksOf } from '#console/domain/schedule/table.tsx';
import { dayInShort } from '#console/kit/dates/calendar-days.ts';
import { fitting } from '#console/kit/grid/columns.ts';
import type { Head } from '#console/kit/grid/table.tsx';
import { FieldValue } from '#console/kit/ui/format.tsx';
import { Hidden } from '#console/kit/ui/hidden.tsx';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { SelectBox } from '#console/kit/ui/select-box.tsx';
import { StatusMark } from '#console/kit/ui/status.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import type { Row } from '#console/report-engine/protocol.ts';
import { contractsSeen } from '#console/session/recent-records.ts';
import { dateOf, isDate } from '#rules/calendar.ts';
import { dayText, weekdayText } from '#rules/day-text.ts';
import { clientOf, contractOf, dueOf, keyOf, nameOf, reasonOf, type MoneyItem } from '../item.ts';

export const instalmentOf = (row: Row): MoneyItem => normalized([{ ...row } as MoneyItem])[0] ?? {};

/** The columns, in the order of what a phone shows first. */
const all: readonly (Head & { priority?: number })[] = [
  { fieldName: 'ClientNumber', label: 'Client', align: 'left', width: 220 },
  { fieldName: 'InstalmentActionDate', label: 'Date', align: 'left', width: 210 },
  { fieldName: 'InstalmentAmount', label: 'Amount', align: 'right', width: 130 },
  { fieldName: 'InstalmentStatus', label: 'Status', align: 'left', width: 140 },
  { fieldName: 'ContractNumber', label: 'Contract', align: 'left', width: 150, priority: 1 },
  { fieldName: 'InstalmentSequence', label: 'No.', align: 'left', width: 72, priority: 3 },
];
const reason: Head & { priority?: number } = {
  fieldName: 'InstalmentResult',
  label: 'Reason',
  align: 'left',
  width: 186,
  priority: 2,
};

const phone: Record<string, number> = {
  select: 36,
  ClientNumber: 150,
  InstalmentActionDate: 78,
  InstalmentAmount: 104,
};

/**
 * The columns that there is room for; on a phone who, when and how much are in sight without scrolling.
 *
 * @param room in pixels
 * @param hasReasons some were returned: a column says why
 */
export function useHeads(room: number, hasReasons: boolean): { heads: readonly Head[]; isPhone: boolean } {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const wanted = hasReasons ? [...all, reason] : all;
  return {
    isPhone,
    heads: isPhone ? wanted.map((it) => ({ ...it, width: phone[it.fieldName] ?? it.width })) : fitting(wanted, room),
  };
}

/** An instalment with the numbers that its report leaves out, where its contract was seen. */
export function withNumbers(it: MoneyItem, tenant: Tenant): MoneyItem {
  const seen = it.ContractSequence == null ? undefined : contractsSeen(tenant).get(String(it.ContractSequence));
  return {
    ...it,
    ClientNumber: it.ClientNumber || seen?.ClientNumber,
    ContractNumber: it.ContractNumber || seen?.ContractNumber,
  };
}

/** What is on its way is told by its contract's sequence alone: the rest is asked for as such rows come into sight. */
function useNamed(it: MoneyItem): MoneyItem {
  const { merchant, product } = useTenant();
  const sequence = it.ContractSequence;
  const isNamed = Boolean(it.ClientNumber || it.Name || it.Surname);
  const seen = isNamed || sequence == null ? undefined : contractsSeen({ merchant, product }).get(String(sequence));
  const needsClient = !isNamed && sequence != null && !seen?.ClientNumber;
  const contract = useRead('contractList', needsClient ? { ContractSequence: sequence } : null).data?.records[0];
  const known = contract ?? seen;
  return known ? { ...it, ClientNumber: known.ClientNumber, ContractNumber: known.ContractNumber } : it;
}

// A name stands under the others, whether or not its row can be selected.
const Named = styled('span')({
  display: 'flex',
  gap: 8,
  alignItems: 'center',
  '& > button, & > [data-blank]': { flex: 'none', width: 24, height: 24 },
  '& > a': { overflow: 'hidden', textOverflow: 'ellipsis' },
});

/** A day; `due` is the one on which it had been due, where that is another. */
function DayOf({ at, due, isShort }: { at: string; due?: string | null; isShort: boolean }) {
  const marks = marksOf(at, '');
  const isOther = typeof due === 'string' && isDate(due) && due !== dateOf(at);
  if (isOther)
    return (
      <>
        {!isShort && `${weekdayText(at)} `}
        <Typography component="span" variant="body2" color="textSecondary" title={`Due ${weekdayText(due)}`}>
          {/* A phone has room for one date, and the day that is open is above the list. */}
          {isShort ? <Hidden>due </Hidden> : 'due '}
          {isShort ? dayText(due).replace(/ \d{4}$/, '') : dayInShort(due)}
        </Typography>
      </>
    );
  if (isShort)
    return (
      <Typography
        component="span"
        variant="inherit"
        title={weekdayText(at)}
        color={marks.length > 0 ? 'warning' : undefined}
      >
        {dayText(at).replace(/ \d{4}$/, '')}
      </Typography>
    );
  return (
    <>
      {weekdayText(at)}{' '}
      {isDate(dateOf(at)) && marks.length > 0 && (
        <Typography component="span" variant="body2" color="warning">
          {marks.join(' · ')}
        </Typography>
      )}
    </>
  );
}

interface Props {
  it: MoneyItem;
  position: number;
  isSelected: boolean;
  /** Nothing where the instalment cannot be changed. */
  onToggle?: (isRange: boolean) => void;
  /** Why it cannot be. */
  why?: string;
  nameOfClient: (number: string) => string | undefined;
  hrefOf?: (it: MoneyItem) => string | undefined;
  heads: readonly Head[];
  isPhone: boolean;
}

function ofContract(it: MoneyItem): string | undefined {
  const id = contractIdOf(it);
  return id && withQuery(links.contract(id), { instalment: it.InstalmentSequence });
}

/** One instalment of any contract; the row opens its contract there. */
export function AcrossLine({
  it: row,
  position,
  isSelected,
  onToggle,
  why,
  nameOfClient,
  hrefOf,
  heads,
  isPhone,
}: Props) {
  const { href } = useTenant();
  const it = useNamed(row);
  const path = hrefOf?.(it) ?? ofContract(it);
  const to = path && href(path);
  const client = clientOf(it, nameOfClient) || contractOf(it) || 'Open';
  const shownClient = client === it.ClientNumber ? <Unnamed number={client} /> : client;
  const failure = reasonOf(it);
  const cells: Record<string, ReactNode> = {
    ClientNumber: (
      <Named>
        {onToggle ? (
          <SelectBox name={nameOf(it, true)} isOn={isSelected} onToggle={onToggle} />
        ) : (
          <span data-blank="" title={why} />
        )}
        {to === undefined ? shownClient : <Link to={to}>{shownClient}</Link>}
      </Named>
    ),
    InstalmentActionDate: <DayOf at={dueOf(it)} due={it.CollectionDate} isShort={isPhone} />,
    InstalmentAmount: it.InstalmentAmount != null && <MoneyText amount={it.InstalmentAmount} />,
    InstalmentStatus: it.InstalmentStatus && <StatusMark fieldName="InstalmentStatus" value={it.InstalmentStatus} />,
    ContractNumber: contractOf(it),
    InstalmentSequence: it.InstalmentSequence,
    InstalmentResult: failure && <FieldValue fieldName="InstalmentResult" value={failure} isShort />,
  };
  return (
    <tr data-row={position + 1} aria-rowindex={position + 2} data-to={to} data-key={keyOf(it)}>
      {heads.map((head, index) => (
        <td
          key={head.fieldName}
          tabIndex={-1}
          data-column={index}
          aria-colindex={index + 1}
          data-align={head.align}
          title={head.fieldName === 'ClientNumber' ? client : undefined}
        >
          {cells[head.fieldName]}
        </td>
      ))}
    </tr>
  );
}

/** A row that is on its way. */
export const ComingLine = ({ position, heads }: { position: number; heads: readonly Head[] }) => (
  <tr data-row={position + 1} aria-rowindex={position + 2}>
    {heads.map((head, index) => (
      <td key={head.fieldName} tabIndex={-1} data-column={index} aria-colindex={index + 1}>
        <span data-skeleton="" />
      </td>
    ))}
  </tr>
);
