/** The element that had the focus last, outside of dialogs and popovers. */
let last: HTMLElement | undefined;
addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('dialog, [role=dialog], [popover]')) last = target;
});

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** What opened a dialog: a menu that opened it has closed, and a dialog that loads later may open when its button is disabled. */
export function focusBefore(): () => void {
  const now = document.activeElement;
  const opener = now instanceof HTMLElement && !isLost() && !now.closest('[popover]') ? now : last;
  const region = opener?.closest('section, [role=region], main');
  const restore = () => {
    if (!isLost()) return;
    if (opener?.isConnected) opener.focus();
    if (!isLost()) return;
    const heading = (region?.isConnected ? region : document).querySelector<HTMLElement>('h1, h2, h3');
    if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  };
  // Again when what closed the dialog has also changed the page.
  return () => setTimeout(restore);
}
