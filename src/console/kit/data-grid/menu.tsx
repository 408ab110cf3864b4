import type { KeyboardEvent } from 'react';
import { arranged, movedBy, pinnedBy, plainLayout, sizedTo, toggled, widthStep } from './layout.ts';
import type { PanelProps } from './opened.ts';

interface Item {
  label: string;
  isChecked?: boolean;
  isOff?: boolean;
  /** Stays open, because it is often repeated. */
  stays?: boolean;
  act(): void;
}

/** A column's menu (APG, Menu): arrows, Home, End, first letters; Escape and Tab close it. */
export function ColumnMenu({
  opened,
  columns,
  view,
  onView,
  layout,
  frozen,
  onLayout,
  onOpen,
  title,
  close,
}: PanelProps) {
  const { fieldName } = opened;
  const shown = arranged(columns, layout);
  const position = shown.findIndex((it) => it.fieldName === fieldName);
  const width = frozen.widths[fieldName] ?? 0;
  const isPinned = position < layout.pinned;
  const sort = view.sort?.fieldName === fieldName ? view.sort : null;
  const isFiltered = view.filters.some((it) => it.fieldName === fieldName);

  const groups: Item[][] = [
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

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const after = [...items.slice(at + 1), ...items];
    const named = /^[a-z]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const to: Partial<Record<string, HTMLElement>> = {
      ArrowDown: after[0],
      ArrowUp: items.at(at - 1),
      Home: items[0],
      End: items.at(-1),
    };
    const next = named
      ? after.find((it) => it.textContent?.toLowerCase().startsWith(event.key.toLowerCase()))
      : to[event.key];
    if (event.key === 'Tab') close();
    else if (!next) return;
    event.preventDefault();
    next?.focus();
  };

  return (
    <div role="menu" aria-label={title} tabIndex={-1} onKeyDown={onKeyDown}>
      {groups.map((items, index) => (
        <div key={items[0]?.label} role="group">
          {index > 0 && <hr aria-hidden />}
          {items.map(({ label, isChecked, isOff, stays, act }, at) => (
            <button
              key={label}
              type="button"
              // A scrolling list needs a tab stop.
              tabIndex={index + at === 0 ? 0 : -1}
              role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={isChecked}
              aria-disabled={isOff}
              onClick={() => {
                if (isOff) return;
                act();
                if (!stays) close();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
