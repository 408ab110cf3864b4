import { MenuItems, type MenuItem } from '#console/kit/ui/menu.tsx';
import { arranged, movedBy, pinnedBy, plainLayout, sizedTo, toggled, widthStep } from './layout.ts';
import type { PanelProps } from './opened.ts';

export function ColumnMenu(props: PanelProps) {
  const { opened, columns, view, onView, layout, frozen, onLayout, onOpen, title, close } = props;
  const { fieldName } = opened;
  const shown = arranged(columns, layout);
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
      { label: 'Wider', stays: true, act: () => onLayout(sizedTo(frozen, fieldName, width + widthStep)) },
      { label: 'Narrower', stays: true, act: () => onLayout(sizedTo(frozen, fieldName, width - widthStep)) },
    ],
    [
      { label: 'Hide', isOff: shown.length <= 1, act: () => onLayout(toggled(columns, layout, fieldName)) },
      { label: 'Columns…', stays: true, act: () => onOpen('columns') },
      { label: 'Reset columns', act: () => onLayout(plainLayout) },
    ],
  ];

  return <MenuItems label={title} groups={groups} close={close} />;
}
