/** What was typed for the finder before there was one. */
export interface EarlyKeys {
  text: string;
  isEntered: boolean;
}

/**
 * Keeps what is typed after Ctrl+K from the first moment on, until the console is drawn and takes it: otherwise the shortcut
 * would open the browser's own search, and a quick person's words would go there.
 *
 * @returns what was typed, once; nothing where nobody asked for the finder. From then on the console listens itself.
 */
export function keepEarlyKeys(): () => EarlyKeys | undefined {
  let kept: EarlyKeys | undefined;
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (isCommand && !event.altKey && key.toLowerCase() === 'k') kept = { text: '', isEntered: false };
    else if (!kept || isCommand || event.target !== document.body) return;
    else if (key === 'Escape') kept = undefined;
    else if (key === 'Enter') kept.isEntered = kept.text.trim() !== '';
    else if (key === 'Backspace') kept.text = kept.text.slice(0, -1);
    else if (key.length === 1) kept.text += key;
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', press);
  return () => {
    removeEventListener('keydown', press);
    const taken = kept;
    kept = undefined;
    return taken;
  };
}
