import { later } from '#kit/ui/later.tsx';
import type { ListMenuProps } from './menu.tsx';

// Not needed before there are rows.
export const LazyListMenu = later<ListMenuProps<object>>(async () => (await import('./menu.tsx')).ListMenu);
