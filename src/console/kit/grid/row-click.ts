import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/** Opens a row on click (`data-to`). A larger target only: the keyboard and new tabs use its link. */
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
