import { lazy } from 'react';

// Not needed before there are rows.
export const ExportButton = lazy(async () => ({ default: (await import('./export/button.tsx')).ExportButton }));
export const ViewMenu = lazy(async () => ({ default: (await import('./views/menu.tsx')).ViewMenu }));
