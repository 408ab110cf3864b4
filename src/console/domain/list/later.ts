import { later } from '#kit/ui/later.tsx';

// Not needed before there are rows.
export const LazyExportButton = later(async () => (await import('./export/button.tsx')).ExportButton);
export const LazyViewMenu = later(async () => (await import('./views/menu.tsx')).ViewMenu);
