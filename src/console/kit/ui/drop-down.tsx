import Button, { type ButtonProps } from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

const Panel = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 'auto',
  margin: 0,
  padding: 12,
  boxSizing: 'border-box',
  maxWidth: 'calc(100vw - 16px)',
  maxHeight: 'min(75vh, 620px)',
  overflow: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  background: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.primary,
  boxShadow: '0 12px 32px rgb(8 15 25 / 0.24)',
}));

interface DropDownProps extends Pick<ButtonProps, 'variant' | 'color' | 'sx' | 'aria-label'> {
  label: ReactNode;
  /** Names the panel. */
  title: string;
  /** Pixels. */
  width?: number;
  /** A link in it closes it. */
  children: ReactNode;
}

/**
 * A button and the panel that opens below it: the browser's own popover, above everything, closed by Escape and by a press
 * outside, which gives the focus back. Its content is drawn while it is open.
 */
export function DropDown({ label, title, width = 320, children, ...button }: DropDownProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const [element, from] = [panel.current, anchor.current];
    if (!isOpen || !element || !from) return undefined;
    const place = () => {
      const box = from.getBoundingClientRect();
      const { innerWidth, innerHeight } = window;
      const below = box.bottom + 4;
      element.style.left = `${Math.max(8, Math.min(box.left, innerWidth - element.offsetWidth - 8))}px`;
      element.style.top = `${Math.max(8, Math.min(below, innerHeight - element.offsetHeight - 8))}px`;
    };
    const observer = new ResizeObserver(place);
    observer.observe(element);
    addEventListener('scroll', place, true);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', place, true);
    };
  }, [isOpen]);
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>('a, button, input, select')?.focus();
  }, [isOpen]);
  return (
    <>
      <Button
        ref={anchor}
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
        endIcon={<Icon name="down" size={16} />}
        {...button}
      >
        {label}
      </Button>
      <Panel
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title}
        style={{ width }}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={(event) => {
          if ((event.target as Element).closest('a')) panel.current?.hidePopover();
        }}
        // The console's single keys must not act here.
        onKeyDown={(event) => event.stopPropagation()}
      >
        {isOpen && children}
      </Panel>
    </>
  );
}
