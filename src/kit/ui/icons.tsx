import type { CSSProperties } from 'react';

/** Strokes in a 20 by 20 box. */
const paths = {
  overview: 'M3 10.5 10 4l7 6.5M5 9v7.5h10V9M8.5 16.5v-4h3v4',
  mandates: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 12l2 2 3.5-4',
  contracts: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 9.5h5.5M7.5 12h5.5M7.5 14.5h3.5',
  instalments: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v3M13 2.5v3M7 11.5h.01M10 11.5h.01M13 11.5h.01M7 14h.01M10 14h.01',
  initiates: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M10 8.5v3.5l2 1.5',
  omni: 'M3.5 6.5h13v10h-13zM6 6.5v-3h8v3M10 9v5M7.5 11.5h5',
  calendar: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v3M13 2.5v3M12 12h2v2h-2z',
  unpaid: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15M7 7l6 6M13 7l-6 6',
  payouts: 'M2.5 5.5h15v9h-15zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M5 10h.01M15 10h.01',
  approvals: 'M10 2.5l6 2.2v4.6c0 3.9-2.5 6.6-6 8.2-3.5-1.6-6-4.3-6-8.2V4.7zM7.3 9.8l2 2 3.6-3.8',
  payments: 'M3 10h13M11.5 5.5 16 10l-4.5 4.5M3 5.5v9',
  cases: 'M2.5 6.5h15v10h-15zM7 6.5v-3h6v3M2.5 11h15',
  messages: 'M3 4h14v10H9l-4 3.5V14H3zM6.5 8h7M6.5 10.5h4',
  clients:
    'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2 16.5c0-3 2.3-5 5.5-5s5.5 2 5.5 5M13 9.5a2.5 2.5 0 1 0-.8-4.9M14.5 11.7c2.1.5 3.5 2.3 3.5 4.8',
  reports: 'M3.5 16.5h13M5.5 16.5v-5M10 16.5v-9M14.5 16.5v-13',
  month:
    'M5 3h9a1.5 1.5 0 0 1 1.5 1.5V17H6a1.5 1.5 0 0 1-1.5-1.5V3.5A.5.5 0 0 1 5 3M4.5 15a1.5 1.5 0 0 1 1.5-1.5h9.5M8 8.5l1.5 1.5L12.5 7',
  lookups: 'M4 3.5h9.5a2 2 0 0 1 2 2v11H6a2 2 0 0 1-2-2zM4 14.5a2 2 0 0 1 2-2h9.5M7.5 7H12',
  import: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 13v3.5h13V13',
  find: 'M9 15a6 6 0 1 0 0-12 6 6 0 0 0 0 12M13.5 13.5 17.5 17.5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'M5 5l10 10M15 5 5 15',
  person: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M3.5 17.5c0-3.5 2.8-5.5 6.5-5.5s6.5 2 6.5 5.5',
  back: 'M12.5 4.5 7 10l5.5 5.5',
  add: 'M10 4v12M4 10h12',
  help: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15M7.8 8a2.2 2.2 0 1 1 3.4 1.8c-.8.5-1.2.9-1.2 1.7M10 14h.01',
  settings: 'M3 6h8M15 6h2M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4M3 14h2M9 14h8M7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15M10 9v5M10 6.2h.01',
  warning: 'M10 3 18 16.5H2zM10 8v4M10 14.2h.01',
  check: 'M4 10.5l4 4L16 6',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  done: 'M4.5 10.5 8.5 14.5 15.5 6',
  down: 'M5.5 8 10 12.5 14.5 8',
} as const;

export type IconName = keyof typeof paths;

/** Hidden from screen readers, which read the word next to it. */
export function Icon({ name, size = 20, style }: { name: IconName; size?: number; style?: CSSProperties }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      style={{ flex: 'none', ...style }}
    >
      <path d={paths[name]} />
    </svg>
  );
}
