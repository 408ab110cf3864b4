import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SelectBox } from '../../domain/instalment/cells.tsx';
import { show } from '../../kit/ui/format.tsx';
import { MoneyText } from '../../kit/ui/money-text.tsx';
import { centsOf, type Reason, type Unpaid } from './rows.ts';

/** What a reason is called; a code that nobody has named stands for itself. */
export const reasonName = (code: string): string =>
  code === '' ? 'Reason not told by the service' : show('InstalmentResult', code);

/** As a parameter of the address; '' there means all. */
export const reasonField = (code: string): string => code || 'untold';

/** The failed debits by reason: how many, how much, and a box that chooses all of one. */
export function UnpaidReasons({
  reasons,
  chosen,
  reason,
  onShow,
  onChoose,
}: {
  reasons: readonly Reason[];
  chosen: ReadonlySet<string>;
  /** The one that is shown alone. */
  reason: string;
  onShow: (reason: string) => void;
  onChoose: (list: readonly Unpaid[], isOn: boolean) => void;
}) {
  const all = reasons.flatMap((it) => it.list);
  return (
    <Box
      component="table"
      aria-label="Reasons"
      sx={{
        width: 1,
        maxWidth: 720,
        borderCollapse: 'collapse',
        fontVariantNumeric: 'tabular-nums',
        '& th, & td': { py: 0.25, px: 1, textAlign: 'right', borderBottom: 1, borderColor: 'divider', fontWeight: 400 },
        '& th:first-of-type': { textAlign: 'left', pl: 0 },
        '& thead th': { color: 'text.secondary', fontSize: '0.8125rem' },
        '& tfoot th, & tfoot td': { fontWeight: 600, py: 1, borderBottom: 0 },
      }}
    >
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col">Debits</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ code, list, cents }) => {
          const isAll = list.every((it) => chosen.has(it.key));
          const isShown = reason === reasonField(code);
          return (
            <tr key={code}>
              <th scope="row">
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
                  <SelectBox name={`all: ${reasonName(code)}`} isOn={isAll} onToggle={() => onChoose(list, !isAll)} />
                  <Button
                    size="small"
                    aria-pressed={isShown}
                    onClick={() => onShow(isShown ? '' : reasonField(code))}
                    sx={{ textAlign: 'left', justifyContent: 'flex-start', fontWeight: isShown ? 600 : 400 }}
                  >
                    {reasonName(code)}
                  </Button>
                </Box>
              </th>
              <td>{list.length}</td>
              <td>
                <MoneyText cents={cents} />
              </td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All reasons</th>
          <td>{all.length}</td>
          <td>
            <MoneyText cents={centsOf(all)} />
          </td>
        </tr>
      </tfoot>
    </Box>
  );
}
