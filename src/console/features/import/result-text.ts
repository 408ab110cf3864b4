import { formatCount } from '#kit/ui/sums.ts';
import type { SheetSummary } from '#sheet-engine/summary.ts';
import { kindCountText, type ImportKind } from './kinds.ts';

const rowWords = { one: 'row', many: 'rows' };

/** `31 mandates and 31 clients added. 11 rows were left out.`: what was done, and what was not only where there is some. */
export function resultText(
  kind: Pick<ImportKind, 'one' | 'many' | 'group'>,
  summary: Pick<SheetSummary, 'states' | 'unchanged'> & { clients: Pick<SheetSummary['clients'], 'added'> },
  isSending: boolean,
): string {
  const { states, unchanged, clients } = summary;
  const rows = (count: number, one: string, many: string) =>
    count > 0 ? [`${kindCountText(count, rowWords)} ${count === 1 ? one : many}.`] : [];
  const added = clients.added > 0 ? ` and ${kindCountText(clients.added, { one: 'client', many: 'clients' })}` : '';
  return [
    `${kindCountText(states.accepted, kind)}${added} ${kind.group === 'New' ? 'added' : 'changed'}.`,
    ...(states.waiting > 0 ? [`${formatCount(states.waiting)} waiting for release.`] : []),
    ...rows(states.refused, 'was refused', 'were refused'),
    ...(isSending
      ? rows(states.unknown, 'is on its way', 'are on their way')
      : rows(states.unknown, 'has no answer yet', 'have no answer yet')),
    ...rows(states.unsent - unchanged, 'is not sent yet', 'are not sent yet'),
    ...rows(states.excluded, 'was left out', 'were left out'),
    ...rows(unchanged, 'had no change', 'had no change'),
  ].join(' ');
}
