import { styled } from '@mui/material/styles';
import { useRef } from 'react';
import type { Filter, GridView } from '#kit/base/grid-source.ts';
import { Icon } from '#kit/ui/icons.tsx';

const Chips = styled('div')(({ theme }) => {
  const { palette } = theme.vars ?? theme;
  return {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 8,
    [theme.breakpoints.down('sm')]: { flexWrap: 'nowrap', '& button': { minHeight: 44, borderRadius: 22 } },
    '&[hidden]': { display: 'none' },
    '&:focus': { outline: 'none' },
    '& button': {
      all: 'unset',
      boxSizing: 'border-box',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 6,
      minHeight: 30,
      maxWidth: '100%',
      padding: '0 10px',
      border: `1px solid ${palette.divider}`,
      borderRadius: 15,
      background: palette.background.paper,
      fontSize: '0.8125rem',
      overflowWrap: 'anywhere',
      cursor: 'pointer',
    },
    '& button:hover': { background: palette.action.hover },
    '& button:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 1 },
    '& button[data-all]': { border: 0, background: 'none', color: palette.primary.main, fontWeight: 600 },
  };
});

export function FilterChips(props: {
  textOf(filter: Filter): string;
  view: GridView;
  onView(view: GridView): void;
  /** Shown first. */
  also?: readonly { text: string; remove(): void }[];
}) {
  const { textOf, view, onView, also = [] } = props;
  const group = useRef<HTMLDivElement>(null);
  const own: { text: string; without: GridView }[] = view.filters.map((filter) => ({
    text: textOf(filter),
    without: { ...view, filters: view.filters.filter((it) => it !== filter) },
  }));
  if (view.search) own.push({ text: `Any text contains “${view.search}”`, without: { ...view, search: '' } });
  const chips = [...also, ...own.map(({ text, without }) => ({ text, remove: () => onView(without) }))];
  const take = (remove: () => void) => {
    // Otherwise the focus would be lost with the button.
    group.current?.focus();
    remove();
  };
  return (
    <Chips ref={group} role="group" aria-label="Active filters" tabIndex={-1} hidden={chips.length === 0}>
      {chips.map(({ text, remove }) => (
        <button key={text} type="button" aria-label={`Remove filter: ${text}`} onClick={() => take(remove)}>
          {text}
          <Icon name="close" size={12} />
        </button>
      ))}
      {own.length > 1 && (
        <button type="button" data-all="" onClick={() => take(() => onView({ ...view, filters: [], search: '' }))}>
          Clear all
        </button>
      )}
    </Chips>
  );
}
