import { styled } from '@mui/material/styles';
import { useEffect, useRef } from 'react';
import { focusFirst, Popover } from '#console/kit/ui/popover.tsx';
import { ColumnPanel } from './column-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { ColumnMenu } from './menu.tsx';
import type { PopoverProps } from './opened.ts';

const Panel = styled(Popover)(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    minWidth: 220,
    maxHeight: 'min(70vh, 520px)',
    '& h2': { margin: '4px 8px 10px', fontSize: '0.875rem' },
    '& hr': { border: 0, borderTop: `1px solid ${palette.divider}`, margin: '6px 0' },
    '& form': { display: 'grid', gap: 12, padding: 8, width: 'min(300px, 80vw)' },
    '& fieldset': { border: 0, margin: 0, padding: 0, minWidth: 0 },
    '& legend': { padding: 0, fontSize: '0.8125rem', color: palette.text.secondary },
    '& label:has(> [type=checkbox])': {
      display: 'flex',
      flex: 1,
      gap: 8,
      alignItems: 'center',
      minHeight: 30,
      minWidth: 0,
    },
    '& label > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& label > small': { color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
    '& [type=checkbox]': { accentColor: palette.primary.main, width: 16, height: 16, margin: 0, flex: 'none' },
    '& ul': { listStyle: 'none', margin: 0, padding: '0 8px', minWidth: 250 },
    '& li': { display: 'flex', gap: 4, alignItems: 'center' },
    '& [data-scroll]': { maxHeight: 220, overflow: 'auto', marginTop: 4 },
    '& [data-buttons]': { display: 'flex', gap: 8, flexWrap: 'wrap' },
    '& [role=alert]': { color: palette.error.main, fontSize: '0.8125rem' },
  };
});

export function GridPopover(props: PopoverProps) {
  const { opened, columns, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const label = columns.find((it) => it.fieldName === opened.fieldName)?.label ?? opened.fieldName;
  const title = { menu: `Menu of ${label}`, filter: `Filter by ${label}`, columns: 'Columns' }[opened.what];
  // The menu leads to the other two.
  useEffect(() => focusFirst(panel.current), [opened.what]);

  const close = () => panel.current?.hidePopover();
  return (
    <Panel
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
    </Panel>
  );
}
