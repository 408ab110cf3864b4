import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { reasonName, ReasonText } from '#console/domain/collections/reason.tsx';
import { reasonGroups } from '#console/domain/collections/return-reasons.ts';
import type { RowSelection } from '#console/kit/grid/use-row-selection.ts';
import { MoneyText } from '#console/kit/ui/money-text.tsx';
import { SelectBox } from '#console/kit/ui/select-box.tsx';
import { whole } from '#console/kit/ui/sums.ts';
import { reasonParam, type DeskRow, type GroupSum } from './desk.ts';
import { centsOf } from './rows.ts';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '2px 8px', textAlign: 'right', fontWeight: 400, verticalAlign: 'top' },
  '& td': { paddingTop: 6 },
  '& th:first-of-type': { textAlign: 'left', paddingLeft: 0 },
  '& tbody + tbody > tr:first-of-type > *, & tfoot > tr > *': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& tbody > tr:first-of-type > *': { paddingTop: 8 },
  '& tbody > tr:first-of-type > td': { paddingTop: 12 },
  '& tbody > tr:last-of-type > *': { paddingBottom: 8 },
  '& [data-group] td, & tfoot th, & tfoot td': { fontWeight: 600 },
  '& tfoot th, & tfoot td': { paddingTop: 8 },
  '& [data-advice]': {
    padding: '0 8px 4px 32px',
    textAlign: 'left',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
  },
}));

const Line = styled('span')({ display: 'flex', alignItems: 'flex-start', gap: 4 });
// As high as a line with its checkbox, so that checkbox, name and figures are aligned.
const name = {
  textAlign: 'left',
  // On a phone, wraps instead of pushing the sum off the screen.
  whiteSpace: 'normal',
  justifyContent: 'flex-start',
  minHeight: 28,
  py: 0.25,
  px: 0.5,
  lineHeight: 1.4,
} as const;

export function UnpaidReasons({
  groups,
  selection,
  reason,
  onShow,
}: {
  groups: readonly GroupSum[];
  selection: RowSelection<DeskRow>;
  /** The selected reason or group. */
  reason: string;
  onShow: (reason: string) => void;
}) {
  const all = groups.flatMap((it) => it.list);
  const head = (label: string, code: string, list: readonly DeskRow[], text: React.ReactNode, isGroup: boolean) => {
    const isAll = list.every(selection.has);
    return (
      <Line sx={isGroup ? undefined : { pl: 3.5 }}>
        <Box component="span" sx={{ pt: 0.25 }}>
          <SelectBox name={`all: ${label}`} isOn={isAll} onToggle={() => selection.select(list, !isAll)} />
        </Box>
        <Button
          size="small"
          color={isGroup ? 'inherit' : 'primary'}
          aria-pressed={reason === code}
          onClick={() => onShow(reason === code ? '' : code)}
          sx={{ ...name, fontWeight: isGroup || reason === code ? 600 : 400 }}
        >
          <span>{text}</span>
        </Button>
      </Line>
    );
  };
  return (
    <Table aria-label="Reasons">
      <thead hidden>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Debits</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      {groups.map(({ group, reasons, list, cents }) => (
        <tbody key={group}>
          <tr data-group="">
            <th scope="row">{head(reasonGroups[group].label, group, list, reasonGroups[group].label, true)}</th>
            <td>{whole(list.length)}</td>
            <td>
              <MoneyText cents={cents} />
            </td>
          </tr>
          <tr>
            <td data-advice="" colSpan={3}>
              {reasonGroups[group].advice}
            </td>
          </tr>
          {reasons.map((it) => (
            <tr key={it.code}>
              <th scope="row">
                {head(reasonName(it.code), reasonParam(it.code), it.list, <ReasonText code={it.code} />, false)}
              </th>
              <td>{whole(it.list.length)}</td>
              <td>
                <MoneyText cents={it.cents} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">All reasons</th>
          <td>{whole(all.length)}</td>
          <td>
            <MoneyText cents={centsOf(all)} />
          </td>
        </tr>
      </tfoot>
    </Table>
  );
}
