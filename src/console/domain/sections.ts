import { links } from './links.ts';

interface Tab {
  label: string;
  path: string;
  /** The second key after `g`; the first tab has its section's. */
  key?: string;
}

/** Sections with several lists, each with an address. A section opens at its first tab. */
export const sections = {
  contracts: {
    label: 'Contracts',
    tabs: [
      { label: 'All', path: links.contracts() },
      { label: 'Mandates', path: links.mandates(), key: 'd' },
      { label: 'Awaiting approval', path: links.initiates() },
      { label: 'Without mandate', path: links.withoutMandate() },
    ],
  },
  payouts: {
    label: 'Payouts',
    tabs: [
      { label: 'Payments', path: links.payments() },
      { label: 'Payout contracts', path: links.payoutContracts(), key: 'y' },
    ],
  },
} as const satisfies Record<string, { label: string; tabs: readonly Tab[] }>;

export type SectionName = keyof typeof sections;
