/** Milliseconds, after which what was typed is of no use. */
const timeoutMs = 10_000;

type Field = HTMLInputElement | HTMLTextAreaElement;
const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(?:text|search|tel|email|url|number)$/.test(target.type));

/**
 * Keeps what is typed after a shortcut until the form that it opens has the focus, and types it there: while the form loads,
 * the letters would be lost, or be shortcuts themselves.
 * @param isOver a dialog is open: what is typed belongs there
 */
export function keepTyped(isOver: () => boolean): void {
  let text = '';
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(timeoutMs)]);
  addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (isField(event.target) || isOver() || key === 'Escape' || key === 'Tab' || key === 'Enter') return end.abort();
      if (event.ctrlKey || event.metaKey || event.altKey || (key.length > 1 && key !== 'Backspace')) return;
      // A shortcut's key that is held is not text.
      if (!event.repeat) text = key === 'Backspace' ? text.slice(0, -1) : text + key;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
  // What is pressed has the focus next, not what the shortcut opens.
  addEventListener('pointerdown', () => end.abort(), { capture: true, signal });
  addEventListener(
    'focusin',
    ({ target }) => {
      if (!isField(target)) return;
      end.abort();
      // Once the form has heard of its focus.
      queueMicrotask(() => {
        if (text === '' || document.activeElement !== target) return;
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target) as object, 'value') ?? {};
        set?.call(target, target.value + text);
        target.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }));
      });
    },
    { signal },
  );
}
