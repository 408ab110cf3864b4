import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isStatusField } from '#console/api/code-labels.ts';
import { useTenant } from '#console/api/tenant.ts';
import { StatusSheet } from '#console/domain/status/sheet.tsx';
import { savedViews } from '#console/session/saved-views.ts';
import type { FieldName } from '#contract/fields.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { localStore } from '#kit/base/storage.ts';
import { ColumnPanel } from '#kit/data-grid/column-panel.tsx';
import { arrangedColumns, plainLayout, type Layout } from '#kit/data-grid/layout.ts';
import { GridPanel } from '#kit/data-grid/panel.ts';
import { chosenKey } from '#kit/grid/chosen-columns.ts';
import { shownOf, type Column } from '#kit/grid/columns.ts';
import type { MenuItem } from '#kit/ui/menu.tsx';
import { focusFirst } from '#kit/ui/popover.tsx';
import { SavedViews } from './dialog.tsx';

export interface ListView<Row> {
  /** The list's name, by which its columns are remembered. */
  list: string;
  title: string;
  /** All that the list has. */
  columns: readonly (FieldName | Column<Row>)[];
}

/** A list's columns and saved views: the items of a menu, and what they open next to `anchor`. */
export function useListView<Row>(view: ListView<Row>, anchor: ColumnChoiceProps<Row>['anchor']) {
  const { list, title, columns } = view;
  const { href } = useTenant();
  const page = useLocation().pathname.slice(href('').length);
  const [opened, setOpened] = useState<'columns' | 'views' | 'statuses'>();
  const close = () => setOpened(undefined);
  const statuses = columns.map((it) => shownOf(it).fieldName).filter(isStatusField);
  const items: MenuItem[] = [
    ...savedViews()
      .filter((it) => it.page === page)
      .map((it) => ({ label: it.name, to: `${href(page)}?${it.query}` })),
    { label: 'Columns', act: () => setOpened('columns') },
    { label: 'Saved views', act: () => setOpened('views') },
    ...(statuses.length > 0 ? [{ label: 'What statuses mean', act: () => setOpened('statuses') }] : []),
  ];
  const panel = (
    <>
      {opened === 'columns' && <ColumnChoice list={list} columns={columns} anchor={anchor} onClose={close} />}
      {opened === 'statuses' && <StatusSheet fieldNames={statuses} onClose={close} />}
      {opened === 'views' && <SavedViews page={page} title={title} onClose={close} />}
    </>
  );
  return { items, panel };
}

/** Columns that have room now; on a phone, those of a card. */
function shownNow(columns: readonly Column<never>[]): string[] {
  const heads = [...document.querySelectorAll<HTMLElement>('main thead [data-field]')];
  if (heads.length > 0) return heads.flatMap((it) => it.dataset['field'] ?? []);
  return columns.filter((it) => (it.priority ?? 0) <= 2).map((it) => it.fieldName);
}

interface ColumnChoiceProps<Row> extends Pick<ListView<Row>, 'list' | 'columns'> {
  anchor: { current: HTMLElement | null };
  onClose(): void;
}

function ColumnChoice<Row>(props: ColumnChoiceProps<Row>) {
  const { list, columns: all, anchor, onClose } = props;
  const [query, change] = useAddress();
  const panel = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => all.map(shownOf).slice(1), [all]);
  const text = query.get('columns') ?? localStore.getItem(chosenKey(list));
  const [usual] = useState(() => shownNow(columns));
  const order = text?.split(',') ?? usual;
  const layout = {
    ...plainLayout,
    order: text ? order : [],
    hidden: columns.map((it) => it.fieldName).filter((fieldName) => !order.includes(fieldName)),
  };
  const choose = (next: Layout) => {
    const chosen =
      next === plainLayout
        ? ''
        : arrangedColumns(columns, next)
            .map((it) => it.fieldName)
            .join(',');
    if (chosen) localStore.setItem(chosenKey(list), chosen);
    else localStore.removeItem(chosenKey(list));
    change((now) => put(now, { columns: chosen }), { replace: true });
  };
  useEffect(() => focusFirst(panel.current), []);
  return (
    <GridPanel
      ref={panel}
      role="dialog"
      aria-label="Columns"
      align="end"
      anchor={() => anchor.current?.querySelector('button')?.getBoundingClientRect()}
      onClosed={onClose}
    >
      <ColumnPanel
        columns={columns}
        layout={layout}
        onLayout={choose}
        title="Columns"
        close={() => panel.current?.hidePopover()}
      />
    </GridPanel>
  );
}
