import Button from '@mui/material/Button';
import { useSearchParam } from '#console/kit/address/address.ts';
import type { ColumnSpec, View } from '#console/report-engine/protocol.ts';
import { creationsParam, isNarrowed, logsCreations } from './use-report.ts';

/** Searches and filters always cover all fields. */
export function Creations({ columns, view }: { columns: readonly ColumnSpec[]; view: View }) {
  const [shown, setShown] = useSearchParam(creationsParam);
  if (!logsCreations(columns) || isNarrowed(view)) return null;
  return (
    <Button size="small" onClick={() => setShown(shown === 'all' ? '' : 'all')}>
      {shown === 'all' ? 'One row for each new record' : 'All fields of new records'}
    </Button>
  );
}
