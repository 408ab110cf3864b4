import { useEffect, useRef } from 'react';
import { focusFirst } from '#console/kit/ui/popover.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { ColumnMenu } from './menu.tsx';
import type { PopoverProps } from './opened.ts';
import { GridPanel } from './panel.ts';

export function GridPopover(props: PopoverProps) {
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
      onToggle={(event) => {
        if (event.newState === 'closed') onClose(document.activeElement === document.body);
      }}
    >
      {opened.what === 'menu' && <ColumnMenu {...props} title={title} close={close} />}
      {opened.what === 'filter' && <FilterPanel {...props} title={title} close={close} />}
      {opened.what === 'columns' && <ColumnPanel {...props} title={title} close={close} />}
    </GridPanel>
  );
}
