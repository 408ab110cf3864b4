import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    padding: '4px 0 4px 12px',
    height: 32,
    fontWeight: 400,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type': { paddingLeft: 0, textAlign: 'left', whiteSpace: 'normal' },
  '& thead th': { border: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  // What compares has no room on a phone.
  [theme.breakpoints.down('sm')]: { '& [data-wide]': { display: 'none' } },
}));

/** A small table of figures, each row with a head. Columns named in `wide` are for wide screens. */
export function FigureTable(props: {
  label: string;
  heads: readonly string[];
  wide?: readonly string[];
  rows: { key: string; head: ReactNode; cells: ReactNode[] }[];
}) {
  const { label, heads, wide = [], rows } = props;
  const isWide = (at: number) => (wide.includes(heads[at] ?? '') ? '' : undefined);
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          {heads.map((it, at) => (
            <th key={it} scope="col" data-wide={isWide(at)}>
              {it}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map((it, at) => (
              <td key={heads[at + 1]} data-wide={isWide(at + 1)}>
                {it}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
