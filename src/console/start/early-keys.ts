interface Typed {
  text: string;
  isEntered: boolean;
}

/** What is typed for the finder before it has loaded. */
interface EarlyKeys {
  isFinderWanted(): boolean;
  /** The typed text, once; after that the console listens itself. */
  take(): Typed | undefined;
}

/**
 * Collects what is typed after Ctrl+K until the finder has rendered: otherwise the shortcut would open the browser's
 * own search and receive the text.
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
