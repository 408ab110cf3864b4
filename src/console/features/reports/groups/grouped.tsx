import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { useKnownNames } from '#console/domain/client/names/names.ts';
import { writeView } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { links } from '#console/domain/links.ts';
import { useUrlSort } from '#kit/grid/sort.ts';
import { GridTable, type GridHead } from '#kit/grid/table.tsx';
import { MoneyText } from '#kit/ui/money-text.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatCount } from '#kit/ui/sums.ts';
import type { ReportSource, View } from '#report-engine/protocol.ts';
import { useGroups } from '../use-report.ts';
import {
  centsIn,
  groupingText,
  hasRate,
  groupKeyText,
  linesOf,
  rateOf,
  readGrouping,
  treeOf,
  viewOfGroup,
  type GroupChoice,
  type GroupNode,
} from './grouping.ts';
import { PrintGroups } from './print.tsx';

const maxGroups = 20_000;

function useGroupText(by: readonly GroupChoice[], isOneProduct: boolean) {
  const nameOf = useKnownNames();
  return (level: number, key: string | null): string => {
    const one = by[level];
    if (!one) return '';
    const name = one.fieldName === 'ClientNumber' && isOneProduct ? nameOf(key) : undefined;
    return name ? `${name} · ${key}` : groupKeyText(one, key);
  };
}

export function Grouped(props: {
  report: Report;
  source: ReportSource;
  view: View;
  by: readonly GroupChoice[];
  isOneProduct: boolean;
}) {
  const { report, source, view, by, isOneProduct } = props;
  const groups = useGroups(source, by, { most: maxGroups });
  const textOf = useGroupText(by, isOneProduct);
  const { by: sort, set: setSort } = useUrlSort('group-sort');
  const root = useMemo(() => treeOf(groups ?? []), [groups]);
  // New names change the labels and the order.
  const lines = linesOf(root, by, sort, textOf);
  const linkTo = useLinkToRows(report, view, by);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const isRated = hasRate(root);
  const heads: GridHead[] = [
    { fieldName: 'group', label: by.map(({ label }) => label).join(' / '), align: 'left', width: isNarrow ? 150 : 320 },
    { fieldName: 'count', label: 'Count', align: 'right', width: isNarrow ? 62 : 110 },
    ...root.money.map(
      ({ kind, label }) => ({ fieldName: kind, label, align: 'right', width: isNarrow ? 122 : 170 }) as const,
    ),
    ...(isRated ? [{ fieldName: 'rate', label: 'Debits paid', align: 'right', width: 120 } as const] : []),
  ];
  if (groups && groups.length > maxGroups)
    return (
      <Notice tone="info" title={`There are more than ${formatCount(maxGroups)} groups`}>
        Group by a column with fewer different values, or narrow the report first.
      </Notice>
    );
  const line = (node: GroupNode, position: number) => {
    const level = node.keys.length - 1;
    const text = textOf(level, node.keys[level] ?? null);
    const to = linkTo(node);
    const isTotal = level < by.length - 1;
    return (
      <tr
        key={JSON.stringify(node.keys)}
        data-row={position + 1}
        aria-rowindex={position + 2}
        data-to={to}
        style={{ fontWeight: isTotal ? 600 : undefined }}
      >
        <td
          tabIndex={-1}
          data-column={0}
          aria-colindex={1}
          title={text}
          style={{ paddingLeft: 12 + level * (isNarrow ? 8 : 24) }}
        >
          {to === undefined ? text : <RouterLink to={to}>{text}</RouterLink>}
        </td>
        <td tabIndex={-1} data-column={1} aria-colindex={2} data-align="right">
          {formatCount(node.count)}
        </td>
        {root.money.map(({ kind, currency }, index) => (
          <td key={kind} tabIndex={-1} data-column={2 + index} aria-colindex={3 + index} data-align="right">
            <Cents cents={centsIn(node, kind)} currency={currency} />
          </td>
        ))}
        {isRated && (
          <td
            tabIndex={-1}
            data-column={2 + root.money.length}
            aria-colindex={3 + root.money.length}
            data-align="right"
          >
            {rateText(node)}
          </td>
        )}
      </tr>
    );
  };
  return (
    <>
      <Box data-screen sx={{ minWidth: 0 }}>
        <GridTable
          label={`${report.title} by ${groupingText(by)}`}
          heads={heads}
          count={lines.length}
          line={(position) => {
            const node = lines[position];
            return node && line(node, position);
          }}
          by={sort}
          onSort={setSort}
          isBusy={groups === undefined}
          isWaiting={groups === undefined}
          totals={{
            group: 'Total',
            count: formatCount(root.count),
            rate: rateText(root),
            ...Object.fromEntries(root.money.map(({ kind, ...sum }) => [kind, <Cents key={kind} {...sum} />])),
          }}
        />
      </Box>
      <PrintGroups lines={lines} title={by.map(({ label }) => label).join(' / ')} money={root.money} textOf={textOf} />
    </>
  );
}

const rateText = (node: Pick<GroupNode, 'money'>) => {
  const rate = rateOf(node);
  return rate === undefined ? '' : `${rate} %`;
};

const Cents = ({ cents, currency }: { cents: number | null | undefined; currency?: string }) =>
  cents !== undefined && <MoneyText cents={cents} currency={currency} />;

function useLinkToRows(report: Report, view: View, by: readonly GroupChoice[]) {
  const { href } = useTenant();
  const [query] = useSearchParams();
  return ({ keys }: GroupNode): string | undefined => {
    const narrowed = viewOfGroup(view, by, keys, report.columns);
    if (!narrowed) return undefined;
    const next = writeView(query, narrowed, report);
    next.set('under', next.get('group') ?? '');
    next.delete('group');
    next.delete('group-sort');
    return `${href(links.reports(report.name))}?${next}`;
  };
}

export function BackToGroups(props: { report: Report; choices: readonly GroupChoice[]; view: View }) {
  const { report, choices, view } = props;
  const { href } = useTenant();
  const [query] = useSearchParams();
  const by = readGrouping(query.get('under') ?? '', choices);
  if (by.length === 0) return null;
  const fieldNames = by.map((it) => it.fieldName);
  const filters = view.filters.filter((it) => !fieldNames.includes(it.fieldName));
  const next = writeView(query, { ...view, filters }, report);
  next.set('group', by.map((it) => it.key).join(','));
  next.delete('under');
  return (
    <Typography data-screen>
      <Link component={RouterLink} to={`${href(links.reports(report.name))}?${next}`}>
        All groups by {groupingText(by)}
      </Link>
    </Typography>
  );
}
