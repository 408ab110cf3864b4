import { links } from './links.ts';

interface Tab {
  label: string;
  path: string;
}

/** Sections with more than one list, each list under an address of its own. The first tab is where the section opens. */
export const sections = {
  contracts: {
    label: 'Contracts',
    tabs: [
      { label: 'All', path: links.contracts() },
      { label: 'Mandates', path: links.mandates() },
      { label: 'Awaiting approval', path: links.initiates() },
      { label: 'Without mandate', path: links.withoutMandate() },
    ],
  },
  instalments: {
    label: 'Instalments',
    tabs: [
      { label: 'All', path: links.instalments() },
      { label: 'By collection date', path: links.omni() },
    ],
  },
} as const satisfies Record<string, { label: string; tabs: readonly Tab[] }>;

export type SectionName = keyof typeof sections;
