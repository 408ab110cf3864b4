import { useAfterPress } from '#kit/form/after-press.ts';
import { later } from '#kit/ui/later.tsx';
import type { ManyProps } from './dialog.tsx';

const Dialog = later(async () => {
  // Loaded together: rows that appear later would move the buttons away from the pointer.
  const [{ ChangeMany: It }] = await Promise.all([import('./dialog.tsx'), import('#kit/grid/narrow/cards.tsx')]);
  return It;
});

export function LazyChangeMany(props: ManyProps) {
  const isShown = useAfterPress(true);
  return isShown && <Dialog {...props} />;
}
