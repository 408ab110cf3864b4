import { styled } from '@mui/material/styles';
import { useCallback, type ComponentProps, type ReactNode } from 'react';

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
  padding: '12px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  background: theme.vars.palette.background.default,
  'dialog &': { background: 'inherit', backgroundColor: theme.vars.palette.background.paper },
  // A field stays visible above them.
  '& > [data-notes]': { flex: '1 0 100%', display: 'grid', gap: 8, maxHeight: '38dvh', overflow: 'auto' },
  '& > [data-notes]:empty': { display: 'none' },
}));

/** Between the bar and a field that is scrolled into view. */
const gapPx = 16;

/** Keeps what is scrolled to, and the focused field, clear of the bar while it is mounted. */
function keepClear(bar: HTMLElement): () => void {
  const scroller = bar.closest<HTMLElement>('dialog > div') ?? document.documentElement;
  const observer = new ResizeObserver(() => {
    scroller.style.scrollPaddingBottom = `${bar.offsetHeight + gapPx}px`;
    const { activeElement: active } = document;
    if (active?.matches('input, textarea, select') && bar.parentElement?.contains(active))
      active.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(bar);
  // What loads above it moves the fields.
  if (bar.parentElement) observer.observe(bar.parentElement);
  return () => {
    observer.disconnect();
    scroller.style.scrollPaddingBottom = '';
  };
}

/** A form's buttons, always visible, below what keeps it from being sent. */
export function FormActions({ notes, ref, children, ...rest }: ComponentProps<typeof Bar> & { notes?: ReactNode }) {
  const attach = useCallback(
    (bar: HTMLDivElement | null) => {
      if (typeof ref === 'function') ref(bar);
      else if (ref) ref.current = bar;
      return bar ? keepClear(bar) : undefined;
    },
    [ref],
  );
  return (
    <Bar {...rest} ref={attach}>
      {notes !== undefined && <div data-notes="">{notes}</div>}
      {children}
    </Bar>
  );
}
