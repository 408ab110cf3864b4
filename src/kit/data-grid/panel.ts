import { styled, type Theme } from '@mui/material/styles';
import { Popover } from '#kit/ui/popover.tsx';

function looks({ theme }: { theme: Theme }) {
  const { palette } = theme.vars ?? theme;
  return {
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
  } as const;
}

/** The lists and forms of a grid's columns elsewhere than in a popover of their own. */
export const GridPanelContent = styled('div')(looks);

/** A popover with the lists and forms of a grid's columns. */
export const GridPanel = styled(Popover)(looks, { minWidth: 220, maxHeight: 'min(70vh, 520px)' });
