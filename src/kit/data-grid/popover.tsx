import { useEffect, useRef } from 'react';
import { MenuItems, type MenuItem } from '#kit/ui/menu.tsx';
import { focusFirst } from '#kit/ui/popover.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { arrangedColumns, movedBy, pinnedBy, plainLayout, sizedTo, withColumnToggled, widthStepPx } from './layout.ts';
import type { PanelProps, GridPopoverProps } from './opened.ts';
import { GridPanel } from './panel.ts';

function ColumnMenu(props: PanelProps) {
  const { opened, columns, view, onView, layout, frozen, onLayout, onOpen, title, close } = props;
  const { fieldName } = opened;
  const shown = arrangedColumns(columns, layout);
  const position = shown.findIndex((it) => it.fieldName === fieldName);
  const width = frozen.widths[fieldName] ?? 0;
  const isPinned = position < layout.pinned;
  const sort = view.sort?.fieldName === fieldName ? view.sort : null;
  const isFiltered = view.filters.some((it) => it.fieldName === fieldName);

  const groups: MenuItem[][] = [
    [
      {
        label: 'Sort ascending',
        isChecked: sort?.isDescending === false,
        act: () => onView({ ...view, sort: { fieldName, isDescending: false } }),
      },
      {
        label: 'Sort descending',
        isChecked: sort?.isDescending === true,
        act: () => onView({ ...view, sort: { fieldName, isDescending: true } }),
      },
      { label: 'Clear sort', isOff: !sort, act: () => onView({ ...view, sort: null }) },
    ],
    [
      { label: 'Filter…', stays: true, act: () => onOpen('filter') },
      {
        label: 'Clear filter',
        isOff: !isFiltered,
        act: () => onView({ ...view, filters: view.filters.filter((it) => it.fieldName !== fieldName) }),
      },
    ],
    [
      {
        label: 'Pin column',
        isChecked: isPinned,
        isOff: isPinned && layout.pinned === 1,
        act: () => onLayout(pinnedBy(columns, layout, fieldName)),
      },
      {
        label: 'Move left',
        isOff: position <= 0,
        stays: true,
        act: () => onLayout(movedBy(columns, layout, fieldName, -1)),
      },
      {
        label: 'Move right',
        isOff: position >= shown.length - 1,
        stays: true,
        act: () => onLayout(movedBy(columns, layout, fieldName, 1)),
      },
      { label: 'Wider', stays: true, act: () => onLayout(sizedTo(frozen, fieldName, width + widthStepPx)) },
      { label: 'Narrower', stays: true, act: () => onLayout(sizedTo(frozen, fieldName, width - widthStepPx)) },
    ],
    [
      { label: 'Hide', isOff: shown.length <= 1, act: () => onLayout(withColumnToggled(columns, layout, fieldName)) },
      { label: 'Columns…', stays: true, act: () => onOpen('columns') },
      { label: 'Reset columns', act: () => onLayout(plainLayout) },
    ],
  ];

  return <MenuItems label={title} groups={groups} close={close} />;
}

export function GridPopover(props: GridPopoverProps) {
  const { opened, columns, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const label = columns.find((it) => it.fieldName === opened.fieldName)?.label ?? opened.fieldName;
  const title = { menu: `Menu of ${label}`, filter: `Filter by ${label}`, columns: 'Columns' }[opened.what];
  // The menu leads to the other two.
  useEffect(() => focusFirst(panel.current), [opened.what]);

  const close = () => panel.current?.hidePopover();
  return (
    <GridPanel
      ref={panel}
      role={opened.what === 'menu' ? undefined : 'dialog'}
      aria-label={opened.what === 'menu' ? undefined : title}
      anchor={() => ({ left: opened.x, right: opened.x, top: opened.y, bottom: opened.y })}
      onClosed={() => onClose(document.activeElement === document.body)}
    >
      {opened.what === 'menu' && <ColumnMenu {...props} title={title} close={close} />}
      {opened.what === 'filter' && <FilterPanel {...props} fieldName={opened.fieldName} title={title} close={close} />}
      {opened.what === 'columns' && <ColumnPanel {...props} title={title} close={close} />}
    </GridPanel>
  );
}
