import type { ComponentProps, ReactNode } from 'react';
import { SearchInput } from '#kit/form/plain-field.tsx';
import { useShownFirst } from '#kit/form/shown-first.ts';
import { useChosenColumns } from '#kit/grid/chosen-columns.ts';
import { Grid } from '#kit/grid/grid.tsx';
import { sorted } from '#kit/grid/sort.ts';
import { FilterBar } from '#kit/list/filter-bar.tsx';
import type { ListSearch } from '#kit/list/use-search.ts';
import type { MenuItem } from '#kit/ui/menu.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Page } from '#kit/ui/page.tsx';
import { countText } from '#kit/ui/sums.ts';
import { LazyListMenu } from './later.ts';
import type { ListSheet } from './menu.tsx';

type OfPage = Pick<ComponentProps<typeof Page>, 'title' | 'tab' | 'tabs' | 'lead'> & {
  children?: ReactNode;
};
type OfGrid<Row> = Pick<
  ComponentProps<typeof Grid<Row & object>>,
  'label' | 'columns' | 'status' | 'rowKey' | 'href' | 'actions' | 'actionsWidth' | 'totals' | 'sort'
>;

/** Renders typed text at once; the page and its rows follow. */
function ListSearch({ value, onType, ...props }: ComponentProps<typeof SearchInput>) {
  const [text, setText] = useShownFirst(value, onType);
  return <SearchInput {...props} value={text} onType={setText} />;
}

interface Props<Row extends object> extends OfPage, OfGrid<Row> {
  main?: ReactNode;
  /** `['mandate', 'mandates']`. */
  noun: readonly [one: string, many: string];
  search: ListSearch<Row>;
  /** The visible rows; default: the search's result. */
  rows?: readonly Row[];
  find: { label: string; hint: string };
  filters?: ReactNode;
  /** The rows add their statuses to the filters. */
  hasStatuses?: boolean;
  /** The controls' settings as text, for the exported file. */
  filteredBy?: readonly (readonly [label: string, value: string])[];
  /** What still loads, such as `contracts without a mandate`; an export waits for it. */
  waitsFor?: string;
  /** Edits the visible rows as a sheet, if they can be edited. */
  sheet?: Pick<ListSheet<Row>, 'operation' | 'name'> & { canEdit?(row: Row): boolean };
  /** Other acts on all visible rows. */
  items?: (rows: () => readonly Row[]) => readonly MenuItem[];
  /** What the list cannot show. */
  note?: ReactNode;
  /** Above the rows, such as sums. */
  summary?: ReactNode;
  /** Shows the rows in a grid of its own, or `empty`. */
  grid?: (empty: ReactNode) => ReactNode;
  /** For a list without any rows: its purpose and how to begin. */
  empty: ReactNode;
  noMatch: ReactNode;
}

/** A list page: title and count, main action, filter bar, rows, export. */
export function ListPage<Row extends object>(props: Props<Row>) {
  const { title, tab, tabs, lead, actions: rowActions, children, noun, search, find, filters, filteredBy = [] } = props;
  const { rows = search.rows, status, label, note, summary, empty, noMatch, sheet } = props;
  const inOrder = () => sorted(rows, props.sort?.by ?? null);
  const columns = useChosenColumns(label, props.columns);
  const isNarrowed = search.text.trim() !== '' || filteredBy.length > 0;
  const typed = search.text.trim();
  const inWords = typed ? ([['Search', typed], ...filteredBy] as const) : filteredBy;
  const isKnown = !status.loading && !status.error;
  return (
    <Page
      title={title}
      tab={tab}
      tabs={tabs}
      lead={lead}
      // Without rows the page says what that means.
      count={rows.length > 0 ? countText(rows.length, noun) : ''}
      actions={props.main}
    >
      <FilterBar
        search={<ListSearch {...find} value={search.text} onType={search.setText} />}
        filters={filters}
        hasStatuses={props.hasStatuses}
        hasSort={status.loading || rows.length > 1}
        filteredBy={inWords}
        end={
          isKnown && (
            <LazyListMenu
              view={{ list: label, title: [title, tab].filter(Boolean).join(': '), columns: props.columns }}
              file={{
                title: [title, tab].filter(Boolean).join(' '),
                noun,
                count: rows.length,
                rows: inOrder,
                columns,
                filteredBy: inWords,
                waitsFor: props.waitsFor ?? (status.loading ? noun[1] : ''),
              }}
              sheet={
                sheet && rows.length > 0
                  ? { ...sheet, rows: () => inOrder().filter((it) => sheet.canEdit?.(it) ?? true) }
                  : undefined
              }
              items={rows.length > 0 ? props.items?.(inOrder) : undefined}
            />
          )
        }
      >
        {note && <Muted>{note}</Muted>}
        {summary}
        {props.grid?.(isNarrowed ? noMatch : empty) ?? (
          <Grid<Row>
            label={label}
            rows={rows}
            columns={columns}
            status={status}
            sort={props.sort}
            rowKey={props.rowKey}
            href={props.href}
            actions={rowActions}
            actionsWidth={props.actionsWidth}
            totals={props.totals}
            empty={isNarrowed ? noMatch : empty}
          />
        )}
        {children}
      </FilterBar>
    </Page>
  );
}
