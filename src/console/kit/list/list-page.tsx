import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { SearchInput } from '#console/kit/form/plain-field.tsx';
import { useShownFirst } from '#console/kit/form/shown-first.ts';
import { Grid } from '#console/kit/grid/grid.tsx';
import { sorted } from '#console/kit/grid/sort.ts';
import { Page } from '#console/kit/ui/page.tsx';
import { countText } from '#console/kit/ui/sums.ts';
import type { ListSearch } from './use-search.ts';

// Nobody exports before there are rows.
const ExportButton = lazy(async () => ({ default: (await import('./export/button.tsx')).ExportButton }));

type OfPage = Pick<ComponentProps<typeof Page>, 'title' | 'tab' | 'tabs' | 'lead'> & {
  children?: ReactNode;
};
type OfGrid<Row> = Pick<
  ComponentProps<typeof Grid<Row & object>>,
  'label' | 'columns' | 'status' | 'rowKey' | 'href' | 'actions' | 'actionsWidth' | 'totals' | 'sort'
>;

/** Draws what is typed by itself: the page and its rows are drawn after it. */
function ListSearch({ value, onType, ...props }: ComponentProps<typeof SearchInput>) {
  const [text, setText] = useShownFirst(value, onType);
  return <SearchInput {...props} value={text} onType={setText} />;
}

interface Props<Row extends object> extends OfPage, OfGrid<Row> {
  /** The one main action. */
  main?: ReactNode;
  /** What the rows are: `['mandate', 'mandates']`. */
  noun: readonly [one: string, many: string];
  search: ListSearch<Row>;
  /** The rows that are shown; without them those that the search found. */
  rows?: readonly Row[];
  find: { label: string; hint: string };
  /** Further controls of the filter bar. */
  filters?: ReactNode;
  /** What the further controls are set to, in words, for whoever reads the exported file. */
  filteredBy?: readonly (readonly [label: string, value: string])[];
  /** What is still loading that adds rows, such as `contracts without a mandate`: an export waits for it. */
  waitsFor?: string;
  /** Beside the export: what else can be done with all that is shown. */
  further?: (rows: () => readonly Row[]) => ReactNode;
  /** One line about what the list cannot show. */
  note?: ReactNode;
  /** Stands above the rows, such as sums. */
  summary?: ReactNode;
  /** Shown where there are no rows at all: what this list is for, and how to begin. */
  empty: ReactNode;
  /** Shown where nothing fits what is sought and chosen. */
  noMatch: ReactNode;
}

/** A page with a list: title and count, one main action, one filter bar, the rows, and their export. */
export function ListPage<Row extends object>(props: Props<Row>) {
  const { title, tab, tabs, lead, actions: rowActions, children, noun, search, find, filters, filteredBy = [] } = props;
  const { rows = search.rows, status, columns, label, note, summary, empty, noMatch } = props;
  const isNarrowed = search.text.trim() !== '' || filteredBy.length > 0;
  const isKnown = !status.loading && !status.error;
  return (
    <Page
      title={title}
      tab={tab}
      tabs={tabs}
      lead={lead}
      count={isKnown || rows.length > 0 ? countText(rows.length, noun) : ''}
      actions={props.main}
    >
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'end' }}>
        <Box component="search" sx={{ flex: '1 1 260px', maxWidth: 480 }}>
          <ListSearch {...find} value={search.text} onType={search.setText} />
        </Box>
        {filters}
        {/* As large as the buttons that come with the rows, or what is below would move. */}
        <Stack
          direction="row"
          sx={{
            marginInlineStart: 'auto',
            mt: { xs: 0, sm: 3 },
            minHeight: { xs: 44, sm: 36 },
            minWidth: props.further ? 240 : 100,
            justifyContent: 'flex-end',
            gap: 1,
          }}
        >
          {rows.length > 0 && (
            <Suspense>
              {props.further?.(() => sorted(rows, props.sort?.by ?? null))}
              <ExportButton
                title={[title, tab].filter(Boolean).join(' ')}
                noun={noun}
                count={rows.length}
                rows={() => sorted(rows, props.sort?.by ?? null)}
                columns={columns}
                filteredBy={search.text.trim() ? [['Search', search.text.trim()], ...filteredBy] : filteredBy}
                waitsFor={props.waitsFor ?? (status.loading ? noun[1] : '')}
              />
            </Suspense>
          )}
        </Stack>
      </Stack>
      {note && (
        <Typography color="textSecondary" variant="body2">
          {note}
        </Typography>
      )}
      {summary}
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
      {children}
    </Page>
  );
}
