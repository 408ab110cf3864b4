interface Typed {
  text: string;
  isEntered: boolean;
}

/** What is typed for the finder before there is one. */
export interface EarlyKeys {
  /** Whether somebody asked for the finder. */
  isFinderWanted(): boolean;
  /** What was typed, once; from then on the console listens itself. */
  take(): Typed | undefined;
}

/**
 * Keeps what is typed after Ctrl+K from the first moment on, until the finder is drawn and takes it: otherwise the shortcut
 * would open the browser's own search, and a quick person's words would go there.
 */
export function keepEarlyKeys(): EarlyKeys {
  let kept: Typed | undefined;
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    if (isCommand && !event.altKey && key.toLowerCase() === 'k') kept ??= { text: '', isEntered: false };
    else if (!kept || isCommand || event.target !== document.body) return;
    else if (key === 'Escape') kept = undefined;
    else if (key === 'Enter') kept.isEntered = kept.text.trim() !== '';
    else if (key === 'Backspace') kept.text = kept.text.slice(0, -1);
    else if (key.length === 1) kept.text += key;
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', press);
  return {
    isFinderWanted: () => kept !== undefined,
    take() {
      removeEventListener('keydown', press);
      const taken = kept;
      kept = undefined;
      return taken;
    },
  };
}
