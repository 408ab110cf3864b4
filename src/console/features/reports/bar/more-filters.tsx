import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Report } from '#console/domain/collections/report-list.ts';
import { fieldOf } from '#contract/fields.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { FilterPanel } from '#kit/data-grid/filter-panel.tsx';
import { labelOf } from '#kit/data-grid/filters.ts';
import { GridPanelContent } from '#kit/data-grid/panel.ts';
import { FieldFilters } from '#kit/form/field-filters.tsx';
import { shownOf } from '#kit/grid/columns.ts';
import { PillMenu } from '#kit/list/pill.tsx';
import type { ReportSource, View } from '#report-engine/protocol.ts';

interface Shown {
  source: ReportSource;
  view: View;
  onView(view: View): void;
}

/** The columns that people filter by most: status, unpaid reason and amount. Others have a filter in their menu. */
const mainColumns = ({ columns, sum }: Report) => {
  const isMain = (fieldName: string) =>
    fieldName.endsWith('Status') || fieldName === 'InstalmentResult' || fieldName === sum?.fieldName;
  return [
    ...columns.filter((it) => it.fieldName !== sum?.fieldName && isMain(it.fieldName)),
    ...columns.filter((it) => it.fieldName === sum?.fieldName),
  ];
};

/** Filters of what has been read, one open at a time. */
function MainFilters({ report, source, view, onView, close }: Shown & { report: Report; close(): void }) {
  const [open, setOpen] = useState('');
  return (
    <GridPanelContent role="group" aria-label="Status, reason and amount">
      {mainColumns(report).map((column) => {
        const { fieldName, kind } = column;
        const label = labelOf(column);
        const isOpen = open === fieldName;
        const isSet = view.filters.some((it) => it.fieldName === fieldName);
        return (
          <div key={fieldName}>
            <Button
              size="small"
              color="inherit"
              fullWidth
              aria-expanded={isOpen}
              sx={{ justifyContent: 'space-between' }}
              onClick={() => setOpen(isOpen ? '' : fieldName)}
            >
              <span>{label}</span>
              <span>{isSet ? 'Filtered' : 'Any'}</span>
            </Button>
            {isOpen && (
              <FilterPanel
                fieldName={fieldName}
                columns={report.columns.map(shownOf)}
                kind={kind}
                source={source}
                view={view}
                onView={onView}
                title={`Filter by ${label}`}
                close={close}
              />
            )}
          </div>
        );
      })}
    </GridPanelContent>
  );
}

/** Filters of what is shown, then those that the service applies. */
export function MoreFilters(props: { report: Report; problems: Record<string, string>; shown?: Shown }) {
  const { report, problems, shown } = props;
  const [query] = useAddress();
  const { filters } = report;
  const set = filters.filter((fieldName) => query.get(fieldName)).length;
  return (
    <PillMenu name="More filters" value={set > 0 ? String(set) : undefined} width={320}>
      {(close) => (
        <>
          {shown && <MainFilters {...shown} report={report} close={close} />}
          <FieldFilters fieldNames={filters} problems={problems} />
        </>
      )}
    </PillMenu>
  );
}

export function useSetFilters(fieldNames: readonly string[]): { text: string; remove(): void }[] {
  const [query, change] = useAddress();
  return fieldNames.flatMap((fieldName) => {
    const value = query.get(fieldName);
    if (!value) return [];
    const remove = () => change((now) => put(now, { [fieldName]: '' }));
    return [{ text: `${fieldOf(fieldName)?.label ?? fieldName} ${value}`, remove }];
  });
}
