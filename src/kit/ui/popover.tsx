import { styled } from '@mui/material/styles';
import { useEffectEvent, useLayoutEffect, type ComponentProps, type RefObject } from 'react';

/** To the anchor, and to the edges of the window. */
const gapPx = 4;
const marginPx = 8;

const Panel = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 'auto',
  boxSizing: 'border-box',
  margin: 0,
  padding: 8,
  maxWidth: 'calc(100vw - 16px)',
  maxHeight: 'min(calc(100dvh - 16px), 620px)',
  overflow: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
  fontSize: '0.875rem',
  whiteSpace: 'normal',
}));

const inside = (position: number, size: number, room: number) =>
  Math.max(marginPx, Math.min(position, room - size - marginPx));

const focusable = '[role^=menuitem], a, button, input, select, textarea';

export const focusFirst = (panel: HTMLElement | null) => panel?.querySelector<HTMLElement>(focusable)?.focus();

export interface PopoverProps extends ComponentProps<typeof Panel> {
  ref: RefObject<HTMLDivElement | null>;
  /** The popover opens below this, or above if there is no room. */
  anchor: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> | undefined;
  /** The edge aligned with the anchor; `both` also takes its width. */
  align?: 'start' | 'end' | 'both';
  /** A button's `popoverTarget` opens it. Otherwise it opens when it mounts. */
  hasButton?: boolean;
  takesFocus?: boolean;
  onClosed?: () => void;
}

/** Native: a click outside closes it and restores the focus, and so does Escape. */
export function Popover({
  ref,
  anchor,
  align = 'start',
  hasButton = false,
  takesFocus = false,
  onClosed,
  onBeforeToggle,
  onKeyDown,
  ...rest
}: PopoverProps) {
  const place = useEffectEvent(() => {
    const [panel, at] = [ref.current, anchor()];
    if (!panel?.matches(':popover-open') || !at) return;
    if (align === 'both') panel.style.width = `${at.right - at.left}px`;
    const { offsetWidth: width, offsetHeight: height } = panel;
    const [below, above] = [at.bottom + gapPx, at.top - gapPx - height];
    const fits = below + height <= innerHeight - marginPx || above < marginPx;
    panel.style.top = `${inside(fits ? below : above, height, innerHeight)}px`;
    panel.style.left = `${inside(align === 'end' ? at.right - width : at.left, width, innerWidth)}px`;
  });
  const show = useEffectEvent((panel: HTMLElement) => {
    if (!hasButton && !panel.matches(':popover-open')) panel.showPopover();
  });
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return undefined;
    show(panel);
    // Runs before the first paint, and whenever the content changes its size.
    const observer = new ResizeObserver(() => place());
    observer.observe(panel);
    const onMove = () => place();
    addEventListener('scroll', onMove, true);
    addEventListener('resize', onMove);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', onMove, true);
      removeEventListener('resize', onMove);
    };
  }, [ref]);
  return (
    <Panel
      popover="auto"
      {...rest}
      ref={ref}
      onBeforeToggle={(event) => {
        onBeforeToggle?.(event);
        // The browser moves the focus while it opens, so that the next key is already handled there.
        if (event.newState === 'open' && takesFocus)
          event.currentTarget.querySelector(focusable)?.setAttribute('autofocus', '');
      }}
      onToggle={({ newState }) => newState === 'closed' && onClosed?.()}
      onKeyDown={(event) => {
        // Keep keys from the console's shortcuts and the surrounding form.
        event.stopPropagation();
        onKeyDown?.(event);
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // The browser would report it in a later task, but the next key may be meant to open it again.
        event.preventDefault();
        event.currentTarget.hidePopover();
        onClosed?.();
      }}
    />
  );
}
