import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** A larger target only (`data-to`): the keyboard and new tabs use the row's link. */
export function useRowClick() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    const to = target.closest<HTMLElement>('[data-to]')?.dataset.to;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!to || !isPlain || getSelection()?.toString()) return;
    if (target.closest('a:not([data-to]), button, input, select, label')) return;
    event.preventDefault();
    void navigate(to);
  };
}
